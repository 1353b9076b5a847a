import { calendarDaysBetween, formatDate, formatTime } from '../format/dates.ts'
import { shortName } from './short-name.ts'

interface Standing {
  /** The loved one's. */
  name: string
  /** Theirs; times are those on their wall. */
  timezone: string
  /** When somebody further is told, or ownership expires; null once it has ended. */
  nextStepAt: Date | null
  /** When the present round begins; ahead of now in a pause. */
  roundAt: Date
  /** Of a call that was not placed: when contacts are told, unless the person has been reached before. */
  contactsFrom?: Date | null
  /** Null while nobody has taken it on. */
  ownerName: string | null
  youAreOwner: boolean
}

/** What happens with an incident by itself if nobody does anything, as a sentence; null once it has ended. */
export function nextStepInWords(standing: Standing, now: Date): string | null {
  const { name, timezone, nextStepAt, roundAt, contactsFrom = null, ownerName, youAreOwner } = standing
  if (nextStepAt === null) return null
  const at = (instant: Date) => inWords(instant, now, timezone)
  if (ownerName !== null) {
    const whom = youAreOwner ? 'you' : ownerName
    return `If we hear nothing from ${whom} by ${at(nextStepAt)}, we ask everybody again.`
  }
  if (contactsFrom !== null && contactsFrom > now) {
    const who = shortName(name)
    return `We ring ${who} as soon as we can, and tell the people on the list at ${at(contactsFrom)} if ${who} does not answer.`
  }
  if (roundAt > now) return `We ask everybody again at ${at(roundAt)}, unless somebody takes it on before.`
  return 'We are asking everybody on the list, one after the other.'
}

function inWords(instant: Date, now: Date, zone: string): string {
  const time = formatTime(instant, zone)
  const days = calendarDaysBetween(now, instant, zone)
  return days === 0 ? time : days === 1 ? `${time} tomorrow` : `${time} on ${formatDate(instant, zone)}`
}
