import { formatDayMonth } from '../format/dates.ts'
import { listInWords } from '../format/list-in-words.ts'
import { bothTimesFor } from '../format/local-time-for.ts'
import { sentNameOr } from '../names/sent-name.ts'

/** Somebody whose time away is written about. */
export interface AwayOf {
  name: string
  /** Theirs. */
  zone: string
  /** The end of its last day. */
  endsAt: Date
  /** The first call after it; null: none is scheduled. Left out of those who are only counted. */
  nextCallAt?: Date | null
  /** Why nothing is placed although calls are scheduled: the account's calls are suspended, or they want none. */
  whyNotPlaced?: 'suspended' | 'refused' | null
}

/** Who has set or changed a time away: a member, the person by text or by phone; null where nobody is named. */
export type AwayDoer = { member: string } | 'text' | 'call' | null

interface AwayNotice {
  /** One or more, the first ones with their next call. */
  people: readonly AwayOf[]
  /** Where it can be changed. */
  link: string
  doneBy?: AwayDoer
  /** The reader's zone; left out, that of who is away. */
  readerZone?: string
}

interface AwayText {
  subject: string
  mail: string
  sms: string
}

/** "Monday 30 November": the last day without calls. */
export function lastDayAway(endsAt: Date, zone: string): string {
  return formatDayMonth(new Date(endsAt.getTime() - 1), zone)
}

const NOT_PLACED = {
  suspended: "Calls don't start again: your account can't place any at the moment.",
  refused: "Calls don't start again: we were asked not to contact them.",
}

/** How many people one notice lists with their calls; more are counted. */
export const MAX_LISTED = 10
const MAX_NAMED = 3

/** To the members, as times away begin. `isChange`: the end of one that lasts was moved. */
export function awayBeginsText({
  people,
  link,
  doneBy = null,
  isChange = false,
  readerZone,
}: AwayNotice & { isChange?: boolean }): AwayText {
  const lastDays = new Set(people.map(({ endsAt, zone }) => lastDayAway(endsAt, zone)))
  const [lastDay] = lastDays.size === 1 ? lastDays : []
  const until = lastDay ? ` until ${lastDay}` : ''
  const headline = `${namesOf(people)} ${people.length === 1 ? 'is' : 'are'} away${until}`
  const who = doerOf(people, doneBy, isChange ? 'changed this' : 'set this')
  const [only] = people
  if (only && people.length === 1) {
    const again = callsAgain(only, readerZone, 'No call is scheduled for the time after that.')
    return {
      subject: headline,
      mail: `${headline}. ${who}We won't ring on those days. ${again}\n\nTo change this: ${link}`,
      sms: `Cooee: ${headline}. ${who}We won't ring on those days. ${again} To change this: ${link}`,
    }
  }
  const list = listed(
    people,
    (one) => `Away until ${lastDayAway(one.endsAt, one.zone)}. ${callsAgain(one, readerZone)}`,
  )
  return {
    subject: headline,
    mail: `${headline}. ${who}We won't ring on those days.\n\n${list}\n\nTo change this: ${link}`,
    sms: `Cooee: ${headline}. ${who}We won't ring on those days. To change this: ${link}`,
  }
}

/** The day before calls start again. */
export function awayEndsText({ people, link, readerZone }: AwayNotice): AwayText {
  const again = ({ endsAt, nextCallAt, zone, whyNotPlaced }: AwayOf): string => {
    if (whyNotPlaced) return NOT_PLACED[whyNotPlaced]
    if (!nextCallAt) return "After that we have no call scheduled, so we won't ring."
    const isTomorrow = formatDayMonth(nextCallAt, zone) === formatDayMonth(endsAt, zone)
    const when = isTomorrow
      ? `tomorrow at ${timeFor(nextCallAt, zone, readerZone)}`
      : onDayAt(nextCallAt, zone, readerZone)
    return `Calls start again ${when}.`
  }
  const [only] = people
  if (only && people.length === 1) {
    const subject = `${sentNameOr(only.name)}'s time away ends today`
    return {
      subject,
      mail: `${subject}. ${again(only)}\n\nStill away? Extend it here: ${link}`,
      sms: `Cooee: ${subject}. ${again(only)} Still away? Extend it: ${link}`,
    }
  }
  const subject = `Times away end today: ${namesOf(people)}`
  return {
    subject,
    mail: `${subject}.\n\n${listed(people, again)}\n\nStill away? Extend it here: ${link}`,
    sms: `Cooee: ${subject}. Still away? Extend it: ${link}`,
  }
}

/** Where they ended before their last days. */
export function backEarlyText({ people, link, doneBy = null, readerZone }: AwayNotice): AwayText {
  const verb = people.length === 1 ? 'is' : 'are'
  const subject = `${namesOf(people)} ${verb} back`
  const who = doerOf(people, doneBy, 'ended the time away')
  const isRung = people.some(({ whyNotPlaced }) => !whyNotPlaced)
  const headline = `${subject}${isRung ? ', and we ring again' : ''}. ${who}`
  const [only] = people
  if (only && people.length === 1) {
    const again = callsAgain(only, readerZone, 'No call is scheduled.')
    return {
      subject,
      mail: `${headline}${again}\n\nThe calls: ${link}`,
      sms: `Cooee: ${headline}${again}`,
    }
  }
  const list = listed(people, (one) => callsAgain(one, readerZone, 'No call is scheduled.'))
  return { subject, mail: `${headline.trim()}\n\n${list}\n\nThe calls: ${link}`, sms: `Cooee: ${headline.trim()}` }
}

/** "Tom Hartley set this. ", "Margaret Hartley told us by text. ", or nothing. */
function doerOf(people: readonly AwayOf[], doneBy: AwayDoer, did: string): string {
  if (doneBy === null) return ''
  if (typeof doneBy === 'object') return `${sentNameOr(doneBy.member)} ${did}. `
  return `${namesOf(people)} told us by ${doneBy === 'text' ? 'text' : 'phone'}. `
}

/** "Margaret Hartley, Con Papadakis and 3 others" */
function namesOf(people: readonly AwayOf[]): string {
  const names = people.map(({ name }) => sentNameOr(name))
  if (names.length <= MAX_NAMED) return listInWords(names)
  return listInWords([...names.slice(0, MAX_NAMED - 1), `${names.length - MAX_NAMED + 1} others`])
}

function listed(people: readonly AwayOf[], lineOf: (one: AwayOf) => string): string {
  const lines = people.slice(0, MAX_LISTED).map((one) => `- ${sentNameOr(one.name)}: ${lineOf(one)}`)
  const further = people.length - lines.length
  return [...lines, ...(further > 0 ? [`- and ${further} more`] : [])].join('\n')
}

function callsAgain(
  { nextCallAt, zone, whyNotPlaced }: AwayOf,
  readerZone: string | undefined,
  otherwise = 'No call is scheduled after that.',
): string {
  if (whyNotPlaced) return NOT_PLACED[whyNotPlaced]
  return nextCallAt ? `Calls start again ${onDayAt(nextCallAt, zone, readerZone)}.` : otherwise
}

/** "on Tuesday 1 December at 9:00 AM", with the reader's time where their clocks show another. */
function onDayAt(at: Date, zone: string, readerZone: string | undefined): string {
  return `on ${formatDayMonth(at, zone)} at ${timeFor(at, zone, readerZone)}`
}

const timeFor = (at: Date, zone: string, readerZone = zone): string => bothTimesFor(at, zone, readerZone)
