import { Check } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'

type ReachedCall = Partial<Pick<Call, 'resolvedBy'>>

/** Who reached the person of a call that a member ended by "I have reached her": "you", or the name of another member. */
export function whoReached({ resolvedBy }: ReachedCall): string {
  if (!resolvedBy) return 'the family'
  return resolvedBy.isYou ? 'you' : resolvedBy.name
}

/** In place of the outcome of a call that was not retried because a member had reached the person. */
export function ResolvedPill({ call }: { call: ReachedCall }) {
  return (
    <span className="pill" data-status="cancelled">
      <Check />
      Reached by {whoReached(call)}
    </span>
  )
}
