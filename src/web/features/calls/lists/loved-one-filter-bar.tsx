import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { LONGEST_PAGE } from '#contract/page-limits.ts'
import { reportPath } from '#web/domain/paths.ts'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'

interface LovedOneFilterBarProps {
  lovedOneId: number
  /** Undefined while it is not known who it is. */
  name: string | undefined
  onClear: () => void
}

/** Whether the account holder has a loved one of this id, and the name; a list that cannot be loaded says neither. */
export function useFilteredLovedOne(lovedOneId: number | undefined): {
  name?: string | undefined
  isUnknown: boolean
  isBeyond: boolean
} {
  const { data: lovedOnes } = useQuery({ ...lovedOnesQuery(), enabled: lovedOneId !== undefined })
  if (lovedOneId === undefined) return { isUnknown: false, isBeyond: false }
  const lovedOne = lovedOnes?.find(({ id }) => id === lovedOneId)
  const isMissing = lovedOnes !== undefined && !lovedOne
  // A list that holds as many as it can says nothing of others.
  const isBeyond = isMissing && lovedOnes.length >= LONGEST_PAGE
  return { name: lovedOne?.name, isUnknown: isMissing && !isBeyond, isBeyond }
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
export function LovedOneFilterBar({ lovedOneId, name = 'one loved one', onClear }: LovedOneFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status">
        Showing calls for <strong>{name}</strong>
      </p>
      <Button variant="secondary" size="sm" onClick={onClear}>
        <X />
        Show all
      </Button>
      <TextLink href={reportPath(lovedOneId)}>How they’ve been</TextLink>
    </div>
  )
}
