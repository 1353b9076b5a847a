import { CirclePause } from 'lucide-react'
import { useAreCallsSuspended } from './plan-standing.ts'
import { StatusPill } from './status-pill.tsx'

/** On what is scheduled while the account's calls are suspended: it stands there, but will not ring. */
export function SuspendedPill() {
  return (
    <span className="pill" data-status="voicemail">
      <CirclePause />
      Suspended
    </span>
  )
}

/** The status of a call that is to come or under way. */
export function ComingStatus({ status }: { status: string }) {
  const isSuspended = useAreCallsSuspended()
  return isSuspended && status === 'scheduled' ? <SuspendedPill /> : <StatusPill status={status} />
}

/** Beside a call that is to come: nothing, or that it will not ring. */
export function SuspendedMark() {
  return useAreCallsSuspended() && <SuspendedPill />
}
