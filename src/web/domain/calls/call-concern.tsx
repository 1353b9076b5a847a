import { CircleQuestionMark, HeartPulse, type LucideIcon } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import { type CallEnd, callEnd } from '#core/calls/call-end.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { type IncidentCause, isNotSpokenTo } from '#core/escalation/incident-cause.ts'
import { RefusedPill } from '#web/domain/people/refused.tsx'
import { bothTimes, type CallTime, callAtTime } from './call-when.tsx'
import { ResolvedPill } from './resolved-pill.tsx'
import { CancelledPill, StatusPill } from './status-pill.tsx'

/** What a person said that somebody has to see to: a request for help, what may be one, or words that nobody understood. */
export type Concern = Exclude<IncidentCause, 'not_made' | 'not_reached'>

/** The concern of a call, also while it still goes on; null where nothing of the kind was said. */
export function concernOf({ attempts, incident }: Pick<Call, 'attempts' | 'incident'>): Concern | null {
  if (incident?.cause === 'help' || attempts.some(({ outcome }) => outcome === 'help')) return 'help'
  if (incident && !isNotSpokenTo(incident.cause)) return incident.cause
  return attempts.at(-1)?.outcome === 'not_understood' ? 'unclear' : null
}

/** Whether somebody asked for help, or may have: all is not well then, whatever the status and whatever came later. */
export function mayNeedHelp(call: Pick<Call, 'attempts' | 'incident'>): boolean {
  const concern = concernOf(call)
  return concern === 'help' || concern === 'uncertain_help'
}

export const CONCERN_LABELS: Record<Concern, string> = {
  help: 'Asked for help',
  uncertain_help: 'May have asked for help',
  unclear: 'Not understood',
}

const ICONS: Record<Concern, LucideIcon> = {
  help: HeartPulse,
  uncertain_help: HeartPulse,
  unclear: CircleQuestionMark,
}

export function concernIcon(concern: Concern): LucideIcon {
  return ICONS[concern]
}

/** What was said in a call, in one line and without a full stop, with its time on the loved one's clock and on the reader's. */
export function concernInWords(concern: Concern, call: CallTime, name: string): string {
  const { scheduledTime, lovedOne } = call
  const time = bothTimes(scheduledTime, lovedOne.timezone)
  switch (concern) {
    case 'help':
      return `${name} asked for help at ${time}`
    case 'uncertain_help':
      return `${name} may have asked for help at ${time}`
    case 'unclear':
      return `${name} answered the ${callAtTime(call)} and said something we couldn’t understand`
  }
}

/** Somebody who is texted may not hear a phone ring. */
export const reachThem = (asksBy: AsksBy): string => (asksBy === 'text' ? 'check on' : 'ring')

/** What to do about it, as sentences. */
export function concernAdvice(concern: Concern, name: string, asksBy: AsksBy = 'call'): string {
  const advice = `Please ${reachThem(asksBy)} ${name}.`
  return concern === 'uncertain_help' ? `The words weren’t clear. ${advice}` : advice
}

/** How a call that has ended is counted; null for one that has not. */
export function endOf({ status, attempts, ...call }: Call): CallEnd | null {
  if (status === 'scheduled' || status === 'in_progress') return null
  return callEnd({ ...call, status, wasDialled: attempts.length > 0 })
}

/** Whether somebody has ended well what began with a call, and nothing of it is still open. */
export function isAllClear({ incident }: Pick<Call, 'incident'>): boolean {
  return incident?.status === 'resolved' && !incident.isReminderOpen
}

/** Whether the account holder ended it: nobody failed to answer. */
export function isCancelled({ status, wasCancelled }: Pick<Call, 'status' | 'wasCancelled'>): boolean {
  return wasCancelled && (status === 'missed' || status === 'failed' || status === 'voicemail')
}

/** Missed without having been dialled: past its time after an outage, or held back. Nobody failed to answer. */
export function wasNotPlaced({ status, attempts }: Pick<Call, 'status' | 'attempts'>): boolean {
  return status === 'missed' && attempts.length === 0
}

/** Whether it was not made, or not retried, because its phone wants no calls: nobody failed to answer. */
export function isRefusedEnd({ status, isRefused }: Pick<Call, 'status' | 'isRefused'>): boolean {
  return isRefused && status === 'missed'
}

/** How a call stands, and what was said in it: "Completed" alone, or "Missed", would be half of the truth. */
export function StatusPills({
  call,
}: {
  call: Pick<Call, 'status' | 'attempts' | 'incident' | 'wasCancelled' | 'isRefused'> &
    Partial<Pick<Call, 'wasResolved' | 'resolvedBy' | 'asksBy'>>
}) {
  const concern = concernOf(call)
  const isNotToRing = isRefusedEnd(call) || (call.isRefused && call.status === 'scheduled')
  const byHolder = call.wasResolved ? <ResolvedPill call={call} /> : <CancelledPill />
  const ended = isCancelled(call) ? byHolder : <StatusPill status={call.status} />
  const status = isNotToRing ? <RefusedPill isOver={call.status === 'missed'} asksBy={call.asksBy} /> : ended
  if (wasNotPlaced(call) && !isCancelled(call) && !isNotToRing) {
    return (
      <span className="tags">
        {status}
        <span className="muted small">not made</span>
      </span>
    )
  }
  if (!concern) return status
  const Icon = ICONS[concern]
  return (
    <span className="tags">
      {status}
      <span className="pill" data-status={concern === 'help' ? 'failed' : 'missed'}>
        <Icon />
        {CONCERN_LABELS[concern]}
      </span>
    </span>
  )
}
