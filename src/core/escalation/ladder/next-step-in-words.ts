import type { AsksBy } from '../../calls/call-vocabulary.ts'
import { endOfNight } from '../../calls/waking-hours.ts'
import { calendarDaysBetween, formatDate } from '../../format/dates.ts'
import { localTimeFor, withYourTime, yourTimeFor } from '../../format/local-time-for.ts'
import { onlyWhom } from '../texts/parts/only-whom.ts'
import { shortName } from '../texts/parts/short-name.ts'

interface Standing {
  /** The loved one's. */
  name: string
  /** Theirs; times are those on their wall. */
  timezone: string
  /** When another person is notified, or ownership expires; null once it has ended. */
  nextAt: Date | null
  /** When the present round begins; ahead of now in a pause. */
  roundStartsAt: Date
  /** Of a call that was not placed: when contacts are notified, unless the person has been reached before. */
  contactsFrom?: Date | null
  /** Whether anybody beside the account holder is on the list. */
  hasContacts?: boolean
  /** The account holder's zone: times name theirs where the clocks of the two differ. */
  readerTimezone?: string
  /** Whether the account holder reads it: beside the loved one's time they read their own. */
  hasOwnTime?: boolean
  /** Null while nobody owns it. */
  ownerName: string | null
  youAreOwner: boolean
  /** Several members are notified; left out: the account holder alone. */
  isShared?: boolean
  /** How the loved one is asked again; left out: by ringing. */
  asksBy?: AsksBy
}

/** What happens with an incident by itself if nobody does anything, as a sentence; null once it has ended. */
export function nextStepInWords(standing: Standing, now: Date): string | null {
  const { name, timezone, nextAt, roundStartsAt, contactsFrom = null, ownerName, youAreOwner } = standing
  const { hasContacts = true, readerTimezone = timezone, hasOwnTime = false } = standing
  if (nextAt === null) return null
  const at = (instant: Date) => {
    const words = inWords(instant, now, timezone, readerTimezone)
    return withYourTime(words, hasOwnTime ? yourTimeFor(instant, timezone, readerTimezone) : null)
  }
  if (ownerName !== null) {
    const whom = youAreOwner ? 'you' : ownerName
    return `If we don't hear from ${whom} by ${at(nextAt)}, we'll ask ${hasContacts ? 'everyone' : 'you'} again.`
  }
  if (contactsFrom !== null && contactsFrom > now) {
    return ringFirstInWords({
      who: shortName(name),
      ask: standing.asksBy === 'text' ? 'text' : 'ring',
      night: endOfNight(now, timezone),
      contactsFrom,
      hasContacts,
      whom: onlyWhom(standing.isShared),
      at,
    })
  }
  if (!hasContacts) {
    const again = roundStartsAt > now ? ` We'll ask you again at ${at(roundStartsAt)}.` : ''
    return `${shortName(name)} has no emergency contact, so we're asking ${onlyWhom(standing.isShared)}.${again}`
  }
  if (roundStartsAt > now) return `If nobody can, we'll ask everyone again at ${at(roundStartsAt)}.`
  return "We're asking everyone on the list, one by one."
}

/** As in the text to the account holder, with the time as it is now. */
function ringFirstInWords({
  who,
  ask,
  night,
  contactsFrom,
  hasContacts,
  whom,
  at,
}: {
  who: string
  ask: 'ring' | 'text'
  /** When the loved one may be rung at the earliest; null by day. */
  night: Date | null
  contactsFrom: Date
  hasContacts: boolean
  whom: string
  at: (instant: Date) => string
}): string {
  const first = `We'll ${ask} ${who} as soon as we can${night ? ` after ${at(night)}` : ''}.`
  return hasContacts
    ? `${first} If ${who} doesn't answer, we'll tell the people on the list by ${at(contactsFrom)}.`
    : `${first} ${who} has no emergency contact, so if ${who} doesn't answer we'll tell ${whom}.`
}

function inWords(instant: Date, now: Date, zone: string, readerZone: string): string {
  const time = localTimeFor(instant, zone, readerZone)
  const days = calendarDaysBetween(now, instant, zone)
  return days === 0 ? time : days === 1 ? `${time} tomorrow` : `${time} on ${formatDate(instant, zone)}`
}
