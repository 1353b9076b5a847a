import type { Incident } from '#contract/calls/incidents.ts'
import { YOU_SAID_SO } from '#core/escalation/texts/all-is-well.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { calendarDaysBetween } from '#core/format/dates.ts'
import { bothTimes, callDateTime } from '#web/domain/calls/call-when.tsx'

const MINUTE_MS = 60_000

/** The state of an incident for its viewer: in a word, why, and what follows. */
export interface Standing {
  kind: 'info' | 'ok' | 'quiet' | 'error'
  title: string
  /** What changes with it; read out together with the title. */
  more: string
  /** What is still to come; it changes by the minute and is not read out. */
  next: string
}

/** `now` is the server's clock, on which the time that is left is counted. */
export function standingOf(incident: Incident, now: Date): Standing {
  const { status, owner, ended, you, lovedOne, notified } = incident
  const name = shortName(lovedOne.name)
  const others = notified.every(({ isYou }) => isYou) ? 'again' : 'the others again'
  if (status === 'owned' && owner) {
    const until = timeOf(owner.until, lovedOne.timezone, now)
    const left = timeLeft(owner.until, now)
    return owner.isYou
      ? {
          kind: 'ok',
          title: `You’re checking on ${name}`,
          more: doing(owner),
          next: `If we don’t hear from you by ${until}, we’ll ask ${others}. ${left} Press a button below to let us know.`,
        }
      : {
          kind: 'ok',
          title: `${owner.name} is checking on ${name}`,
          more: doing(owner),
          next: `You don’t need to do anything. If we don’t hear by ${until}, we’ll ask the others again. ${left}`,
        }
  }
  if (incident.isWithdrawn) {
    return {
      kind: 'quiet',
      title: 'This was our mistake',
      more: ended?.how ?? '',
      next: 'Nobody asked for help.',
    }
  }
  if (status === 'resolved') {
    const at = ended ? `It ended at ${timeOf(ended.at, lovedOne.timezone, now)}.` : ''
    if (ended?.isReminderOpen) {
      return { kind: 'info', title: `${name} answered`, more: ended.how, next: at }
    }
    return {
      kind: 'ok',
      title: 'All clear',
      more: ended?.how ?? '',
      // The person who said so knows it.
      next: ended?.how.startsWith(YOU_SAID_SO) ? at : `${at} You don’t need to do anything.`.trim(),
    }
  }
  if (status === 'unresolved') {
    return {
      kind: 'error',
      title: `Nobody is checking on ${name} yet`,
      more: notified.every(({ isYou }) => isYou) ? '' : 'We’ve asked everyone on the list.',
      next: [incident.nextStep, 'You can still say you’ll check.'].filter(Boolean).join(' '),
    }
  }
  return you.hasDeclined
    ? {
        kind: 'quiet',
        title: 'You said you can’t',
        more: `Nobody is checking on ${name} yet. We’re asking the others.`,
        next: 'If you can after all, press one of the buttons.',
      }
    : {
        kind: 'info',
        title: `Nobody is checking on ${name} yet`,
        more: incident.nextStep ?? '',
        next: '',
      }
}

/** "9:04 AM" today, with the date on any other day; on the loved one's clock. */
export function timeOf(instant: string, zone: string, now: Date): string {
  const isToday = calendarDaysBetween(new Date(instant), now, zone) === 0
  return isToday ? bothTimes(instant, zone) : callDateTime(instant, zone)
}

function doing({ intent, minutes }: NonNullable<Incident['owner']>): string {
  if (intent === 'calling') return 'Calling now.'
  return minutes === null ? 'On the way.' : `On the way, about ${inMinutes(minutes)}.`
}

function timeLeft(until: string, now: Date): string {
  const minutes = Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS)
  return minutes <= 0 ? 'That’s any moment now.' : `That’s in ${inMinutes(minutes)}.`
}

function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
