import { endOfNight } from '../calls/waking-hours.ts'
import { calendarDaysBetween, formatDate } from '../format/dates.ts'
import { localTimeFor } from '../format/local-time-for.ts'
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
  /** Whether anybody beside the account holder is on the list. */
  hasContacts?: boolean
  /** The account holder's zone: times name theirs where the clocks of the two differ. */
  holderTimezone?: string
  /** Null while nobody has taken it on. */
  ownerName: string | null
  youAreOwner: boolean
}

/** What happens with an incident by itself if nobody does anything, as a sentence; null once it has ended. */
export function nextStepInWords(standing: Standing, now: Date): string | null {
  const { name, timezone, nextStepAt, roundAt, contactsFrom = null, ownerName, youAreOwner } = standing
  const { hasContacts = true, holderTimezone = timezone } = standing
  if (nextStepAt === null) return null
  const at = (instant: Date) => inWords(instant, now, timezone, holderTimezone)
  if (ownerName !== null) {
    const whom = youAreOwner ? 'you' : ownerName
    return `If we hear nothing from ${whom} by ${at(nextStepAt)}, we ask ${hasContacts ? 'everybody' : 'you'} again.`
  }
  if (contactsFrom !== null && contactsFrom > now) {
    return ringFirstInWords({ who: shortName(name), night: endOfNight(now, timezone), contactsFrom, hasContacts, at })
  }
  if (!hasContacts) {
    const again = roundAt > now ? ` We ask you again at ${at(roundAt)}.` : ''
    return `${shortName(name)} has no emergency contact, so we ask you alone.${again}`
  }
  if (roundAt > now) return `We ask everybody again at ${at(roundAt)}, unless somebody takes it on before.`
  return 'We are asking everybody on the list, one after the other.'
}

/** As the account holder was told it in writing, with the time that has become of it since. */
function ringFirstInWords({
  who,
  night,
  contactsFrom,
  hasContacts,
  at,
}: {
  who: string
  /** When the loved one may be rung at the earliest; null by day. */
  night: Date | null
  contactsFrom: Date
  hasContacts: boolean
  at: (instant: Date) => string
}): string {
  const first = `We ring ${who} as soon as we can${night ? ` after ${at(night)}` : ''}.`
  return hasContacts
    ? `${first} If ${who} does not answer, we tell the people on the list, at ${at(contactsFrom)} at the latest.`
    : `${first} ${who} has no emergency contact: if ${who} does not answer, we tell you alone.`
}

function inWords(instant: Date, now: Date, zone: string, readerZone: string): string {
  const time = localTimeFor(instant, zone, readerZone)
  const days = calendarDaysBetween(now, instant, zone)
  return days === 0 ? time : days === 1 ? `${time} tomorrow` : `${time} on ${formatDate(instant, zone)}`
}
