import type { Call } from '#contract/calls/calls.ts'
import { whoReached } from '#web/domain/calls/resolved-pill.tsx'

/** Of a call that goes on although it was cancelled, since somebody talks. */
export function NoFurtherTry({ call }: { call: Pick<Call, 'status' | 'wasCancelled' | 'wasResolved' | 'resolvedBy'> }) {
  if (call.status !== 'in_progress' || !call.wasCancelled) return null
  return (
    <span className="muted">{call.wasResolved ? `Reached by ${whoReached(call)}` : 'Cancelled'}: not tried again</span>
  )
}
