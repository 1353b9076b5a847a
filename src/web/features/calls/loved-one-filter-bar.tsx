import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lovedOnesQuery } from '#web/domain/loved-ones-queries.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that the lists are of one loved one only, with the way back to everybody. */
export function LovedOneFilterBar({ lovedOneId, onClear }: { lovedOneId: number; onClear: () => void }) {
  const { data: lovedOnes } = useQuery(lovedOnesQuery())
  const name = lovedOnes?.find(({ id }) => id === lovedOneId)?.name ?? 'one loved one'
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
