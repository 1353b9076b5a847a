import { HeartPulse } from 'lucide-react'
import type { Call } from '#contract/calls.ts'
import { StatusPill } from './status-pill.tsx'

/** Whether somebody asked for help in a call: it is completed then, and yet all is not well. */
export function askedForHelp({ attempts }: Pick<Call, 'attempts'>): boolean {
  return attempts.some(({ outcome }) => outcome === 'help')
}

/** How a call stands; beside "Completed" that help was asked for, where that alone would sound like good news. */
export function StatusPills({ call }: { call: Pick<Call, 'status' | 'attempts'> }) {
  if (!askedForHelp(call)) return <StatusPill status={call.status} />
  return (
    <span className="tags">
      <StatusPill status={call.status} />
      <span className="pill" data-status="failed">
        <HeartPulse />
        Asked for help
      </span>
    </span>
  )
}
