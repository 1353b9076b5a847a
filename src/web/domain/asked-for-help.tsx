import { HeartPulse } from 'lucide-react'
import type { Call } from '#contract/calls.ts'
import { StatusPill } from './status-pill.tsx'

/** Whether somebody asked for help in a call, or while it was due: all is not well then, also while they still talk. */
export function askedForHelp({ attempts, incident }: Pick<Call, 'attempts' | 'incident'>): boolean {
  return incident?.cause === 'help' || attempts.some(({ outcome }) => outcome === 'help')
}

/** How a call stands; beside "Completed" that help was asked for, where that alone would sound like good news. */
export function StatusPills({ call }: { call: Pick<Call, 'status' | 'attempts' | 'incident'> }) {
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
