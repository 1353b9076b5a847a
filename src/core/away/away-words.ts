import { formatDayMonth, formatTime } from '../format/dates.ts'
import { sentNameOr } from '../names/sent-name.ts'

interface AwayNews {
  name: string
  /** The loved one's zone. */
  zone: string
  /** The end of its last day. */
  endsAt: Date
  /** The first call after it; null: none is scheduled. */
  nextCallAt: Date | null
  /** Where it can be changed. */
  link: string
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

/** "on Tuesday 1 December at 9:00 AM" */
function onDayAt(at: Date, zone: string): string {
  return `on ${formatDayMonth(at, zone)} at ${formatTime(at, zone)}`
}

/** To the account holder, as the time away begins. */
export function awayBeginsText({
  name,
  zone,
  endsAt,
  nextCallAt,
  link,
  setBy = null,
}: AwayNews & {
  /** The member who set it; null where that is said to nobody else. */
  setBy?: string | null
}): AwayText {
  const sent = sentNameOr(name)
  const headline = `${sent} is away until ${lastDayAway(endsAt, zone)}`
  const who = setBy === null ? '' : `${sentNameOr(setBy)} set this. `
  const again = nextCallAt
    ? `Calls start again ${onDayAt(nextCallAt, zone)}.`
    : 'No call is scheduled for the time after that.'
  return {
    subject: headline,
    mail: `${headline}. ${who}We won't ring until then. ${again}\n\nTo change this: ${link}`,
    sms: `Cooee: ${headline}. ${who}We won't ring until then. ${again} To change this: ${link}`,
  }
}

/** The day before calls start again. */
export function awayEndsText({ name, zone, endsAt, nextCallAt, link }: AwayNews): AwayText {
  const sent = sentNameOr(name)
  const isTomorrow = nextCallAt !== null && formatDayMonth(nextCallAt, zone) === formatDayMonth(endsAt, zone)
  const again =
    nextCallAt === null
      ? "After that we have no call scheduled, so we won't ring."
      : isTomorrow
        ? `Calls start again tomorrow at ${formatTime(nextCallAt, zone)}.`
        : `Calls start again ${onDayAt(nextCallAt, zone)}.`
  return {
    subject: `${sent}'s time away ends today`,
    mail: `${sent}'s time away ends today. ${again}\n\nStill away? Extend it here: ${link}`,
    sms: `Cooee: ${sent}'s time away ends today. ${again} Still away? Extend it: ${link}`,
  }
}

/** Where it ended before its last day. */
export function backEarlyText({ name, zone, nextCallAt, link }: Omit<AwayNews, 'endsAt'>): AwayText {
  const sent = sentNameOr(name)
  const again = nextCallAt ? `Calls start again ${onDayAt(nextCallAt, zone)}.` : 'No call is scheduled.'
  return {
    subject: `${sent} is back`,
    mail: `${sent} is back, and we ring again. ${again}\n\nThe calls: ${link}`,
    sms: `Cooee: ${sent} is back, and we ring again. ${again}`,
  }
}
