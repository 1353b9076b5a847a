import { CirclePause } from 'lucide-react'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { StatusPill } from '#web/domain/calls/status-pill.tsx'
import { RefusedPill } from '#web/domain/people/refused.tsx'
import { type Held, useSuspensionCause } from './plan-standing.ts'

/** On what is scheduled and will not ring: it stands there, with why. */
function SuspendedPill({ held }: { held: Held }) {
  return (
    <span className="pill" data-status="voicemail">
      <CirclePause />
      {held === 'suspended' ? 'Suspended' : 'On hold'}
    </span>
  )
}

/** The status of a call that is to come or under way. */
export function ComingStatus({ status, isRefused, asksBy }: { status: string; isRefused: boolean; asksBy: AsksBy }) {
  const held = useSuspensionCause()
  if (isRefused && status === 'scheduled') return <RefusedPill asksBy={asksBy} />
  return held && status === 'scheduled' ? <SuspendedPill held={held} /> : <StatusPill status={status} />
}

/** Beside a call that is to come: nothing, or why it will not ring. */
export function SuspendedMark({ isRefused, asksBy }: { isRefused: boolean; asksBy: AsksBy }) {
  const held = useSuspensionCause()
  if (isRefused) return <RefusedPill asksBy={asksBy} />
  return held && <SuspendedPill held={held} />
}
