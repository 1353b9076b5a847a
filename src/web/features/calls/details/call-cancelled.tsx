import type { Call } from '#contract/calls/calls.ts'
import { RESOLVED_LABEL } from '#web/domain/calls/resolved-pill.tsx'

/** Of a call that goes on although it was cancelled, since somebody talks. */
export function NoFurtherTry({ call }: { call: Pick<Call, 'status' | 'wasCancelled' | 'wasResolved'> }) {
  if (call.status !== 'in_progress' || !call.wasCancelled) return null
  return <span className="muted">{call.wasResolved ? RESOLVED_LABEL : 'Cancelled'}: not tried again</span>
}
