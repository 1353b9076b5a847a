import { reachPart } from './parts/alert-parts.ts'
import type { AlertSubject, AlertText } from './parts/alert-subject.ts'
import { shortName } from './parts/short-name.ts'
import { withinTwoSegments } from './parts/two-segments.ts'

interface AskedAfterOutage {
  /** Who has taken the incident on. */
  ownerName: string
  /** Whether that is who reads this. */
  isOwner: boolean
  /** When others are asked again unless the owner reports, on the loved one's clock: "9:32 AM". */
  until: string
}

/** Says that the owner's report was due while Cooee was not running: how it went is not known, and somebody is asked. */
export function askedAfterOutageText(
  subject: AlertSubject,
  { ownerName, isOwner, until }: AskedAfterOutage,
): AlertText {
  const { name, isOwnPhone, link, extras = [] } = subject
  const short = shortName(name)
  const gap = 'We were down for a while.'
  const what = isOwner
    ? `${gap} You said you'd check on ${name}, and we don't know how it went.`
    : `${gap} ${ownerName} said they'd check on ${name}, and we don't know how it went. We've asked ${shortName(ownerName)}.`
  const next = `If we don't hear by ${until}, we'll ask the others again.`
  const reply = isOwner && !isOwnPhone ? "Reply 1 if you're still on it, 2 if you can't, 3 if all's well." : null
  return {
    subject: `How is ${short}?`,
    mail: `${what} ${next}\n\n${reachPart(subject)}\nTell us how it's going: ${link}`,
    sms: withinTwoSegments([`Cooee: ${what}`, reply, next, link, ...extras]),
  }
}
