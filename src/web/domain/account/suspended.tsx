import { CirclePause } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import { shortDay } from '#core/away/away-until.ts'
import { StatusPill } from '#web/domain/calls/status-pill.tsx'
import { RefusedPill } from '#web/domain/people/refused.tsx'
import { useSuspensionCause } from './plan-standing.ts'

/** Of a call that is to come. */
type Coming = Pick<Call, 'isRefused' | 'away' | 'asksBy'> & Partial<Pick<Call, 'awayUntil'>>

/** On what is scheduled and will not ring: it stands there, with why. Null where it rings. */
function useMark({ isRefused, away, awayUntil, asksBy }: Coming) {
  const held = useSuspensionCause()
  if (isRefused) return <RefusedPill asksBy={asksBy} />
  if (!away && !held) return null
  return (
    <span className="pill" data-status="voicemail">
      <CirclePause />
      {away ? awayInWords(awayUntil) : held === 'suspended' ? 'Suspended' : 'On hold'}
    </span>
  )
}

/** "Away until Mon 30 Nov" */
const awayInWords = (until: string | null | undefined): string => (until ? `Away until ${shortDay(until)}` : 'Away')

/** The status of a call that is to come or under way. */
export function ComingStatus({ call }: { call: Coming & Pick<Call, 'status'> }) {
  const mark = useMark(call)
  return (call.status === 'scheduled' && mark) || <StatusPill status={call.status} />
}

/** Beside a call that is to come: nothing, or why it will not ring. */
export function SuspendedMark(coming: Coming) {
  return useMark(coming)
}
