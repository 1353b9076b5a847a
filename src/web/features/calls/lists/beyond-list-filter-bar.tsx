import { useLovedOne } from '#web/domain/people/use-loved-one.ts'
import { LovedOneFilterBar, LovedOneNotFound } from './loved-one-filter-bar.tsx'

/** The same for somebody beyond what the list of loved ones holds, asked for by their id. */
export function BeyondListFilterBar({ lovedOneId, onClear }: { lovedOneId: number; onClear: () => void }) {
  const { lovedOne, isUnknown } = useLovedOne(lovedOneId)
  return isUnknown ? (
    <LovedOneNotFound onClear={onClear} />
  ) : (
    <LovedOneFilterBar lovedOneId={lovedOneId} name={lovedOne?.name} onClear={onClear} />
  )
}
