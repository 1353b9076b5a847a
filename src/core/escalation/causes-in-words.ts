import { callsHeadline, type MissForm } from '../call-policy/notices.ts'
import { calendarDaysBetween, formatDayMonth } from '../format/dates.ts'
import { localTimeFor } from '../format/local-time-for.ts'
import { type IncidentCause, isGraver } from './incident-cause.ts'

/** What of a cause is said. */
export interface CauseFacts {
  cause: IncidentCause
  form: MissForm | null
  /** What happened, without a full stop, as it is said on the day itself. */
  headline: string
  detail: string | null
  /** When the call was due; null where it was no call. */
  scheduledFor: Date | null
  happenedAt: Date
}

/** Whom it is about, and when and by whom it is read. */
export interface Reading {
  name: string
  /** The loved one's; times are those on their wall, days as well. */
  zone: string
  readerZone: string
  now: Date
}

/** More calls than this are counted. */
const MOST_NAMED = 3
const COUNTS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three' }

/** The graver first; of equals the one that was due, or happened, first. */
export function inOrderOfGravity<Cause extends CauseFacts>(causes: readonly Cause[]): Cause[] {
  return causes.toSorted((one, other) => {
    if (isGraver(one.cause, other.cause)) return -1
    if (isGraver(other.cause, one.cause)) return 1
    return timeOf(one).getTime() - timeOf(other).getTime()
  })
}

/**
 * What an incident is about: each entry without a full stop, the gravest first. Calls of one kind share one: "Margaret was not
 * reached by the 9:00 AM and the 9:05 AM call". The date is said of what was not today, on the loved one's clock.
 */
export function causesInWords(causes: readonly CauseFacts[], reading: Reading): string[] {
  const groups = [...Map.groupBy(inOrderOfGravity(causes), groupOf).values()]
  return groups.flatMap((group) => inWords(group, reading))
}

/** One cause, as it reads now. */
export function causeInWords(cause: CauseFacts, reading: Reading): string {
  const [words = cause.headline] = inWords([cause], reading)
  return words
}

const timeOf = ({ scheduledFor, happenedAt }: CauseFacts): Date => scheduledFor ?? happenedAt

/** What is no call stands by itself. */
function groupOf({ cause, form, scheduledFor, happenedAt }: CauseFacts): string {
  return scheduledFor === null ? `at ${happenedAt.toISOString()}` : `${cause} ${form}`
}

function inWords(group: readonly CauseFacts[], reading: Reading): string[] {
  const [first] = group
  if (!first) return []
  const isToday = group.every((cause) => isOfToday(timeOf(cause), reading))
  if (group.length === 1 && isToday) return [first.headline]
  if (first.scheduledFor === null) {
    return [isToday ? first.headline : `On ${formatDayMonth(first.happenedAt, reading.zone)}, ${first.headline}`]
  }
  const times = group.flatMap(({ scheduledFor }) => scheduledFor ?? [])
  const calls = callsNamed(times, reading)
  return [callsHeadline(first, { name: reading.name, calls, areMany: times.length > 1 })]
}

function isOfToday(at: Date, { zone, now }: Reading): boolean {
  return calendarDaysBetween(at, now, zone) <= 0
}

/** "the 9:00 AM and the 9:05 AM call", "the 9:00 AM call on Sunday 22 November", "5 calls (the last of them the 9:00 AM call)". */
function callsNamed(times: readonly Date[], reading: Reading): string {
  const latest = times.at(-1)
  if (times.length > MOST_NAMED && latest) {
    return `${times.length} calls (the last of them ${callsNamed([latest], reading)})`
  }
  const { zone, readerZone } = reading
  const isAllToday = times.every((at) => isOfToday(at, reading))
  const days = [...Map.groupBy(times, (at) => formatDayMonth(at, zone)).entries()]
  const named = days.map(([day, ofDay]) => {
    const clockTimes = [...Map.groupBy(ofDay, (at) => localTimeFor(at, zone, readerZone)).entries()]
    const named = clockTimes.map(([time, { length }]) => `the ${length > 1 ? `${COUNTS[length]} ` : ''}${time}`)
    const areSeveral = (clockTimes.at(-1)?.[1].length ?? 1) > 1
    const when = isAllToday ? '' : ofDay.some((at) => isOfToday(at, reading)) ? ' today' : ` on ${day}`
    return `${and.format(named)} ${areSeveral ? 'calls' : 'call'}${when}`
  })
  return and.format(named)
}

const and = new Intl.ListFormat('en-AU', { type: 'conjunction' })
