import { lastDayAway } from '#core/away/away-words.ts'
import { NO_CLEAR_ANSWER_REASON } from '#core/call-policy/after-attempt.ts'
import { callEnd } from '#core/calls/call-end.ts'
import type { CallStatus } from '#core/calls/call-vocabulary.ts'
import type { IncidentCause } from '#core/escalation/incident-cause.ts'
import { formatDate, formatShortWeekDay, formatWeekDayDate } from '#core/format/dates.ts'
import { callAtTimeFor } from '#core/format/local-time-for.ts'

export interface SummedUpCall {
  /** The loved one's name. */
  name: string
  /** Their zone: times are those on their wall. */
  zone: string
  /** "Daily Check-in" */
  what: string
  scheduledFor: Date
  status: CallStatus
  /** Why it was not completed, as a sentence. */
  reason: string | null
  wasPlaced: boolean
  /** What its end is counted by, beside its status. */
  wasCancelled: boolean
  wasResolved: boolean
  /** Which member reached the person: "you", or a name; null where nobody knows any more. */
  reachedBy: string | null
  isRefused: boolean
  incident: {
    cause: IncidentCause
    status: 'running' | 'owned' | 'resolved' | 'unresolved'
    /** Who owns it. */
    owner: string | null
    /** A sentence. */
    endedHow: string | null
  } | null
}

/** A call that is still to come. */
export type ComingCall = Pick<SummedUpCall, 'name' | 'zone' | 'what' | 'scheduledFor'>

export interface Summary {
  frequency: 'daily' | 'weekly'
  /** The days that are summed up, from midnight to midnight in `zone`, the account holder's own. */
  from: Date
  to: Date
  zone: string
  /** The calls of these days, and those that are still to come today, each in order of time. */
  calls: readonly SummedUpCall[]
  coming: readonly ComingCall[]
  /** Who is away today, and is not rung for what was to come; `endsAt`: the end of their last day. */
  away: readonly { name: string; zone: string; endsAt: Date }[]
  /** Where calls and settings are. */
  publicUrl: string
}

/** The mail that sums up a day or a week; null when there is nothing to say. */
export function summaryText(summary: Summary): { subject: string; mail: string } | null {
  const { calls, coming, away, publicUrl } = summary
  if (calls.length === 0 && coming.length === 0 && away.length === 0) return null
  const parts = [
    calls.every(isSkippedForAway) ? [`There were no calls ${period(summary)}.`] : [`Calls ${period(summary)}`],
    ...Map.groupBy(calls, ({ name }) => name)
      .values()
      .map((own) => ofOnePerson(summary, own)),
    ...(coming.length > 0
      ? [
          [
            'Coming today',
            ...coming.map((call) => `- ${time(summary, { ...call, what: `${call.what} with ${call.name}` })}`),
          ],
        ]
      : []),
    ...(away.length > 0
      ? [['Away', ...away.map(({ name, zone, endsAt }) => `- ${name}, until ${lastDayAway(endsAt, zone)}`)]]
      : []),
    [
      `Every call: ${publicUrl}/calls?tab=history`,
      `Change how often you get this: ${publicUrl}/settings?tab=notifications`,
    ],
  ]
  return { subject: subjectOf(summary), mail: parts.map((lines) => lines.join('\n')).join('\n\n') }
}

function subjectOf(summary: Summary): string {
  const calls = summary.calls.filter((call) => !isSkippedForAway(call))
  if (calls.length === 0) return `No calls ${period(summary)}`
  const answered = calls.filter(isAnswered).length
  const helped = calls.filter(({ incident }) => incident?.cause === 'help').length
  const uncertain = calls.filter(({ incident }) => incident?.cause === 'uncertain_help').length
  const asked = helped === 0 ? '' : `, asked for help ${times(helped)}`
  const perhaps = uncertain === 0 ? '' : `, may have asked for help ${times(uncertain)}`
  return `Calls ${period(summary)}: ${share(answered, calls.length)}${asked}${perhaps}`
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function share(answered: number, all: number): string {
  if (answered < all) return `${answered} of ${all} answered`
  return all === 1 ? 'answered' : `all ${all} answered`
}

/** "on Tuesday, Mar 10, 2026", "from Mar 2, 2026 to Mar 8, 2026": never "yesterday", which is wrong once it comes late. */
function period({ frequency, from, to, zone }: Summary): string {
  const last = new Date(to.getTime() - 1)
  return frequency === 'daily'
    ? `on ${formatWeekDayDate(from, zone)}`
    : `from ${formatDate(from, zone)} to ${formatDate(last, zone)}`
}

/** A day's calls one by one; of a week only those that did not go well. */
function ofOnePerson(summary: Summary, calls: readonly SummedUpCall[]): string[] {
  const name = calls[0]?.name ?? ''
  if (summary.frequency === 'daily') return [name, ...calls.map((call) => `- ${time(summary, call)}: ${ending(call)}`)]
  const wanted = calls.filter((call) => !isSkippedForAway(call))
  const skipped = calls.length - wanted.length
  const answered = wanted.filter(isAnswered)
  const others = wanted.filter((call) => !answered.includes(call) || mayHaveAskedForHelp(call))
  return [
    headOf(name, answered.length, wanted.length),
    ...(skipped > 0 ? [`- ${inCalls(skipped)} left out while away`] : []),
    ...others.map((call) => {
      const day = `${formatShortWeekDay(call.scheduledFor, call.zone)}, ${formatDate(call.scheduledFor, call.zone)}`
      return `- ${day}, ${time(summary, call)}: ${ending(call)}`
    }),
  ]
}

const inCalls = (count: number): string => (count === 1 ? '1 call' : `${count} calls`)

function headOf(name: string, answered: number, all: number): string {
  if (all === 0) return `${name}: no calls`
  return answered === all
    ? `${name}: ${inCalls(all)}, all answered`
    : `${name}: ${answered} of ${inCalls(all)} answered`
}

function time({ zone: readerZone }: Summary, { scheduledFor, zone, what }: ComingCall): string {
  return callAtTimeFor(scheduledFor, zone, readerZone, what)
}

function mayHaveAskedForHelp({ incident }: SummedUpCall): boolean {
  return incident?.cause === 'help' || incident?.cause === 'uncertain_help'
}

/** Nobody was to answer it. */
function isSkippedForAway({ status }: SummedUpCall): boolean {
  return status === 'away'
}

function isAnswered({ status }: SummedUpCall): boolean {
  return status === 'completed'
}

function ending(call: SummedUpCall): string {
  const { status, reason, incident } = call
  if (incident?.cause === 'help') return `asked for help. ${whatCameOfIt(incident)}`
  if (incident?.cause === 'uncertain_help') {
    return `may have asked for help: the words weren't clear. ${whatCameOfIt(incident)}`
  }
  if (incident?.cause === 'unclear') {
    return `answered and said something we couldn't understand. ${whatCameOfIt(incident)}`
  }
  const came = incident ? whatCameOfIt(incident) : null
  if (status === 'scheduled' || status === 'in_progress') return 'still going'
  const end = callEnd({ ...call, status, wasDialled: call.wasPlaced })
  if (end === 'reached') return `reached by ${call.reachedBy ?? 'the family'}.`
  if (end === 'cancelled') return 'cancelled.'
  switch (status) {
    case 'completed':
      return 'answered'
    case 'away':
      return 'left out while away.'
    case 'voicemail':
    case 'missed':
    case 'failed':
      if (reason === NO_CLEAR_ANSWER_REASON) return ['no clear answer.', came].filter(Boolean).join(' ')
      return [howItEnded(call), reason, came].filter(Boolean).join(' ')
  }
}

/** Nothing where the reason says it: they answered and put it off, or the call did not go through. */
function howItEnded({ status, reason, wasPlaced }: SummedUpCall): string | null {
  if (!wasPlaced) return 'not made.'
  const isSaid = reason !== null && (status === 'failed' || reason.includes('said "not yet"'))
  return isSaid ? null : 'no answer.'
}

function whatCameOfIt({ status, owner, endedHow }: NonNullable<SummedUpCall['incident']>): string {
  switch (status) {
    case 'running':
      return 'Nobody is checking yet.'
    case 'owned':
      return `${owner ?? 'Someone'} is checking.`
    case 'resolved':
      return ['All clear.', endedHow].filter(Boolean).join(' ')
    case 'unresolved':
      return endedHow ?? "Nobody said they'd check."
  }
}
