import { CirclePause } from 'lucide-react'
import { type Held, useWhyHeld } from './plan-standing.ts'
import { StatusPill } from './status-pill.tsx'

/** On what is scheduled and will not ring: it stands there, with why. */
function HeldPill({ held }: { held: Held }) {
  return (
    <span className="pill" data-status="voicemail">
      <CirclePause />
      {held === 'suspended' ? 'Suspended' : 'On hold'}
    </span>
  )
}

/** The status of a call that is to come or under way. */
export function ComingStatus({ status }: { status: string }) {
  const held = useWhyHeld()
  return held && status === 'scheduled' ? <HeldPill held={held} /> : <StatusPill status={status} />
}

/** Beside a call that is to come: nothing, or why it will not ring. */
export function SuspendedMark() {
  const held = useWhyHeld()
  return held && <HeldPill held={held} />
}
