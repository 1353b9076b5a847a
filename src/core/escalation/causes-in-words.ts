import { callsHeadline, type NotReachedForm } from '../call-policy/notices.ts'
import { callNoun, type NamedCall } from '../calls/call-noun.ts'
import type { AsksBy } from '../calls/call-vocabulary.ts'
import { calendarDaysBetween, formatDayMonth } from '../format/dates.ts'
import { localTimeFor, withYourTime, yourTimeFor } from '../format/local-time-for.ts'
import { timesInWords } from '../format/times-in-words.ts'
import { type IncidentCause, isMoreSevere } from './incident-cause.ts'

/** What of a cause is said. */
export interface CauseFacts {
  cause: IncidentCause
  form: NotReachedForm | null
  /** What happened, without a full stop, as it is said on the day itself. */
  headline: string
  detail: string | null
  /** When the call was due; null where it was no call. */
  scheduledFor: Date | null
  happenedAt: Date
  /** The call it is about; left out where it was no call. */
  call?: NamedCall | null
  /** How often the phone rang for the call. */
  attempts?: number
  /** In which its call was made; left out, where they are now. */
  zone?: string | null
}

/** Whom it is about, and when and by whom it is read. */
export interface RenderContext {
  name: string
  /** The loved one's; times are those on their wall, days as well. */
  zone: string
  readerZone: string
  now: Date
  /** Whether the reader may know what calls are for: the account holder alone. */
  namesTypes?: boolean
  /** Whether the reader is known to live in `readerZone`: beside the loved one's time they read their own. The account holder alone. */
  hasOwnTime?: boolean
  /** For a lack of room: several calls are counted, and only the last of them is named. */
  isShort?: boolean
}

/** More calls than this are counted. */
const MAX_NAMED = 3
const COUNTS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three' }

/** The more severe first; of equals the one that was due, or happened, first. */
export function inOrderOfSeverity<Cause extends CauseFacts>(causes: readonly Cause[]): Cause[] {
  return causes.toSorted((one, other) => {
    if (isMoreSevere(one.cause, other.cause)) return -1
    if (isMoreSevere(other.cause, one.cause)) return 1
    return timeOf(one).getTime() - timeOf(other).getTime()
  })
}

/** What an incident is about, without full stops, the most severe first; calls of one kind share an entry, with the date of what was not today. */
export function causesInWords(causes: readonly CauseFacts[], context: RenderContext): string[] {
  const groups = [...Map.groupBy(inOrderOfSeverity(causes), groupOf).values()]
  return groups.flatMap((group) => inWords(group, context))
}

/** One cause, as it reads now. */
export function causeInWords(cause: CauseFacts, context: RenderContext): string {
  const [words = cause.headline] = inWords([cause], context)
  return words
}

/** Why, of causes of one kind, as sentences: what was found out last, and how often the phone rang; null without anything to add. */
export function detailOfForm(causes: readonly CauseFacts[]): string | null {
  const [first] = causes
  const latest = causes.findLast(({ detail }) => detail !== null)
  const wasRung = first?.cause === 'not_reached' && first.form !== 'not_yet'
  const attempts = wasRung ? causes.reduce((sum, cause) => sum + (cause.attempts ?? 0), 0) : 0
  return (
    [
      latest?.detail,
      attempts > 1 &&
        `We ${first?.form === 'failed' ? 'tried' : isText(first) ? 'texted' : 'rang'} ${timesInWords(attempts)}.`,
    ]
      .filter(Boolean)
      .join(' ') || null
  )
}

const timeOf = ({ scheduledFor, happenedAt }: CauseFacts): Date => scheduledFor ?? happenedAt

const isText = (cause: CauseFacts | undefined): boolean => cause?.call?.asksBy === 'text'
const wayOf = (cause: CauseFacts): AsksBy => (isText(cause) ? 'text' : 'call')

/** What is no call stands by itself; calls and texts are named apart. */
function groupOf(facts: CauseFacts): string {
  const { cause, form, scheduledFor, happenedAt } = facts
  return scheduledFor === null ? `at ${happenedAt.toISOString()}` : `${cause} ${form} ${wayOf(facts)}`
}

function inWords(group: readonly CauseFacts[], context: RenderContext): string[] {
  const [first] = group
  if (!first) return []
  const isToday = group.every((cause) => isOfToday(timeOf(cause), { zone: zoneOf(cause, context), now: context.now }))
  if (group.length === 1 && isToday && !isNamedByItsCall(first, context)) return [first.headline]
  if (first.scheduledFor === null) {
    return [
      isToday
        ? first.headline
        : `On ${formatDayMonth(first.happenedAt, context.zone)}, ${withinSentence(first.headline)}`,
    ]
  }
  const due = group.flatMap((cause) =>
    cause.scheduledFor ? [{ at: cause.scheduledFor, zone: zoneOf(cause, context), noun: nounOf(cause, context) }] : [],
  )
  const calls = callsNamed(due, context)
  return [callsHeadline({ ...first, asksBy: wayOf(first) }, { name: context.name, calls })]
}

/** Inside of a sentence: "We" and "The" are no names. */
const withinSentence = (headline: string): string => headline.replace(/^(We|The) /, (word) => word.toLowerCase())

/** Whether its own words say no more than which call it was: help may have been asked for by another way than the call. */
function isNamedByItsCall(cause: CauseFacts, context: RenderContext): boolean {
  if (!cause.scheduledFor || !(context.namesTypes || context.hasOwnTime)) return false
  const plainly = { ...context, namesTypes: false, hasOwnTime: false }
  const calls = callsNamed(
    [{ at: cause.scheduledFor, zone: zoneOf(cause, plainly), noun: nounOf(cause, plainly) }],
    plainly,
  )
  return cause.headline === callsHeadline({ ...cause, asksBy: wayOf(cause) }, { name: context.name, calls })
}

interface DueCall {
  at: Date
  zone: string
  /** "call", or what it was for. */
  noun: string
}

function nounOf({ call }: CauseFacts, { namesTypes = false }: RenderContext): string {
  return call ? callNoun(call, { namesTypes }) : 'call'
}

function zoneOf({ zone }: CauseFacts, context: RenderContext): string {
  return zone ?? context.zone
}

function isOfToday(at: Date, { zone, now }: Pick<RenderContext, 'zone' | 'now'>): boolean {
  return calendarDaysBetween(at, now, zone) <= 0
}

/** "the 9:00 AM and the 9:05 AM call", "the 9:00 AM call on Sunday 22 November", "5 calls (the last was the 9:00 AM call)". */
function callsNamed(calls: readonly DueCall[], context: RenderContext): string {
  const latest = calls.at(-1)
  const mostNamed = context.isShort ? 1 : MAX_NAMED
  if (calls.length > mostNamed && latest) {
    const areTexts = calls.every(({ noun }) => /\btext$/.test(noun))
    return `${calls.length} ${areTexts ? 'texts' : 'calls'} (the last was ${callsNamed([latest], { ...context, hasOwnTime: false })})`
  }
  const { now } = context
  const isToday = ({ at, zone }: DueCall) => isOfToday(at, { zone, now })
  const isAllToday = calls.every(isToday)
  const days = [...Map.groupBy(calls, ({ at, zone }) => formatDayMonth(at, zone)).entries()]
  const named = days.map(([day, ofDay]) => {
    const when = isAllToday ? '' : ofDay.some(isToday) ? ' today' : ` on ${day}`
    const ofNouns = [...Map.groupBy(ofDay, ({ noun }) => noun).values()]
    return `${and.format(ofNouns.map((ofNoun) => callsOfNoun(ofNoun, context)))}${when}`
  })
  return and.format(named)
}

/** Calls of one day and one noun: "the 9:00 AM and the 9:05 AM call", "the two 9:00 AM calls". */
function callsOfNoun(calls: readonly DueCall[], { readerZone, hasOwnTime = false }: RenderContext): string {
  const noun = calls[0]?.noun ?? 'call'
  const clockTimes = [...Map.groupBy(calls, ({ at, zone }) => localTimeFor(at, zone, readerZone)).entries()]
  const named = clockTimes.map(([time, { length }]) => `the ${length > 1 ? `${COUNTS[length]} ` : ''}${time}`)
  const areSeveral = (clockTimes.at(-1)?.[1].length ?? 1) > 1
  const yours = new Set(calls.flatMap(({ at, zone }) => (hasOwnTime && yourTimeFor(at, zone, readerZone)) || []))
  return withYourTime(`${and.format(named)} ${noun}${areSeveral ? 's' : ''}`, yours.size > 0 ? and.format(yours) : null)
}

const and = new Intl.ListFormat('en-AU', { type: 'conjunction' })
