import { X } from 'lucide-react'
import { useLovedOne } from '#web/domain/people/use-loved-one.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'

interface LovedOneFilterBarProps {
  /** Undefined while it is not known who it is. */
  name: string | undefined
  onClear: () => void
}

/** Whether the account holder has a loved one of this id, and the name; a list that cannot be loaded says neither. */
export function useFilteredLovedOne(lovedOneId: number | undefined): { name?: string; isUnknown: boolean } {
  const { lovedOne, isUnknown } = useLovedOne(lovedOneId)
  return { isUnknown, ...(lovedOne && { name: lovedOne.name }) }
}

/** Stands where the lists would be: nobody of this id is there, so an empty list would be a claim about nobody. */
export function LovedOneNotFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        title="We couldn’t find this loved one"
        action={
          <Button variant="primary" onClick={onClear}>
            <X />
            Show all
          </Button>
        }
      >
        They’re not one of your loved ones now.
      </EmptyState>
    </Card>
  )
}

/** Says that the lists are of one loved one only, with the way back to everybody. */
export function LovedOneFilterBar({ name = 'one loved one', onClear }: LovedOneFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status">
        Showing calls for <strong>{name}</strong>
      </p>
      <Button variant="secondary" size="sm" onClick={onClear}>
        <X />
        Show all
      </Button>
    </div>
  )
}
