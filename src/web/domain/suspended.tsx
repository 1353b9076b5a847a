import { CirclePause } from 'lucide-react'
import { useAreCallsSuspended } from './plan-standing.ts'
import { RefusedPill } from './refused.tsx'
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
export function ComingStatus({ status, isRefused }: { status: string; isRefused: boolean }) {
  const isSuspended = useAreCallsSuspended()
  if (isRefused && status === 'scheduled') return <RefusedPill />
  return isSuspended && status === 'scheduled' ? <SuspendedPill /> : <StatusPill status={status} />
}

/** Beside a call that is to come: nothing, or that it will not ring. */
export function SuspendedMark({ isRefused }: { isRefused: boolean }) {
  const isSuspended = useAreCallsSuspended()
  if (isRefused) return <RefusedPill />
  return isSuspended && <SuspendedPill />
}
