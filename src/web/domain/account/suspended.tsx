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

/** On a call that falls into a time away. */
function AwayPill() {
  return (
    <span className="pill" data-status="other">
      <CirclePause />
      Away
    </span>
  )
}

interface Coming {
  isRefused: boolean
  /** The loved one is away then. */
  isAway: boolean
  asksBy: AsksBy
}

/** The status of a call that is to come or under way. */
export function ComingStatus({ status, isRefused, isAway, asksBy }: Coming & { status: string }) {
  const held = useSuspensionCause()
  if (isAway && status === 'scheduled') return <AwayPill />
  if (isRefused && status === 'scheduled') return <RefusedPill asksBy={asksBy} />
  return held && status === 'scheduled' ? <SuspendedPill held={held} /> : <StatusPill status={status} />
}

/** Beside a call that is to come: nothing, or why it will not ring. */
export function SuspendedMark({ isRefused, isAway, asksBy }: Coming) {
  const held = useSuspensionCause()
  if (isAway) return <AwayPill />
  if (isRefused) return <RefusedPill asksBy={asksBy} />
  return held && <SuspendedPill held={held} />
}
