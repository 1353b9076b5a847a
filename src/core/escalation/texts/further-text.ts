import { reachPart } from './parts/alert-parts.ts'
import type { AlertSubject, AlertText } from './parts/alert-subject.ts'
import { shortName } from './parts/short-name.ts'
import { optionalPart, withinTwoSegments } from './parts/two-segments.ts'

interface Further {
  /** What has happened now, without a full stop. */
  headline: string
  /** The same for a locked screen, which says to nobody what a call was for. */
  plainHeadline: string
  /** Why, as a sentence; null when there is nothing to add. */
  detail: string | null
  /** Who takes care of the incident; null while nobody does. */
  ownerName: string | null
  /** Whether that is who reads this. */
  isOwner: boolean
  /** We have not rung them yet, and nobody else is notified before we have. */
  isLovedOneRungFirst: boolean
}

/** The text to the owner and the account holder when something else happens while an incident is open. */
export function furtherText(
  subject: Pick<AlertSubject, 'name' | 'phone' | 'link' | 'extras' | 'asksBy'>,
  { headline, plainHeadline, detail, ownerName, isOwner, isLovedOneRungFirst }: Further,
): AlertText {
  const { name, link, extras = [] } = subject
  const what = [`${headline}.`, detail].filter(Boolean).join(' ')
  const who = isOwner
    ? `You're checking on ${shortName(name)}, so we're not asking anyone else.`
    : ownerName !== null
      ? `${ownerName} is checking on ${shortName(name)}. We're letting them know.`
      : isLovedOneRungFirst
        ? `We'll ${subject.asksBy === 'text' ? 'text' : 'ring'} ${shortName(name)} first, as soon as we can.`
        : `We're already asking people to check on ${shortName(name)}.`
  return {
    subject: headline,
    plainSubject: plainHeadline,
    mail: `${what} ${who}\n\n${reachPart(subject)}\nSee what happened: ${link}`,
    sms: withinTwoSegments([
      `Cooee: ${headline}.`,
      optionalPart(detail, 'detail'),
      who,
      `${reachPart(subject)}.`,
      link,
      ...extras,
    ]),
  }
}
