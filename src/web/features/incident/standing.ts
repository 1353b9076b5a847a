import type { Incident } from '#contract/incidents.ts'
import { calendarDaysBetween } from '#core/format/dates.ts'
import { bothTimes, callDateTime } from '#web/domain/call-when.tsx'
import { firstName } from '#web/domain/first-names.ts'

const MINUTE_MS = 60_000

/** How an incident stands for the person who looks at it: in a word, why, and what follows. */
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
  const { status, owner, ended, you, lovedOne } = incident
  if (status === 'owned' && owner) {
    const until = `${timeOf(owner.until, lovedOne.timezone, now)} (${timeLeft(owner.until, now)})`
    return owner.isYou
      ? {
          kind: 'ok',
          title: 'You are looking after it',
          more: doing(owner),
          next: `You have it until ${until}. Press again to report, or Cooee asks the others again.`,
        }
      : {
          kind: 'ok',
          title: `${owner.name} is looking after it`,
          more: doing(owner),
          next: `You need not do anything. Without a report by ${until}, Cooee asks the others again.`,
        }
  }
  if (incident.isWithdrawn) {
    return {
      kind: 'quiet',
      title: 'This was a mistake of ours',
      more: ended?.how ?? '',
      next: 'Nobody had asked for help.',
    }
  }
  if (status === 'resolved') {
    const at = ended ? `It ended at ${timeOf(ended.at, lovedOne.timezone, now)}.` : ''
    if (ended?.isReminderOpen) {
      return { kind: 'info', title: `${firstName(lovedOne.name)} has answered`, more: ended.how, next: at }
    }
    return { kind: 'ok', title: 'All clear', more: ended?.how ?? '', next: `${at} You need not do anything.`.trim() }
  }
  if (status === 'unresolved') {
    return {
      kind: 'error',
      title: 'Nobody has taken it on',
      more: incident.told.every(({ isYou }) => isYou) ? '' : 'Cooee has asked everybody on the list.',
      next: [incident.nextStep, 'You can still take it on.'].filter(Boolean).join(' '),
    }
  }
  return you.hasDeclined
    ? {
        kind: 'quiet',
        title: 'You said that you can’t',
        more: 'Nobody has taken it on yet. Cooee asks the others.',
        next: 'If you can after all, say so.',
      }
    : {
        kind: 'info',
        title: 'Nobody has taken it on yet',
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
  return minutes === null ? 'Going there.' : `Going there, about ${inMinutes(minutes)}.`
}

function timeLeft(until: string, now: Date): string {
  const minutes = Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS)
  return minutes <= 0 ? 'any moment now' : `${inMinutes(minutes)} left`
}

function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
