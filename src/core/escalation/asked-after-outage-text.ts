import type { AlertSubject, AlertText } from './alert-texts.ts'
import { shortName } from './short-name.ts'

interface AskedAfterOutage {
  /** Who has taken the incident on. */
  ownerName: string
  /** Whether that is who reads this. */
  isOwner: boolean
  /** When others are asked again unless the owner reports, on the loved one's clock: "9:32 AM". */
  until: string
}

/**
 * What the owner of an incident and the account holder are told when the owner's report was due while Cooee was not running: how
 * it went is not known, and somebody is asked.
 */
export function askedAfterOutageText(
  { name, phone, headline, isOwnPhone, link }: AlertSubject,
  { ownerName, isOwner, until }: AskedAfterOutage,
): AlertText {
  const short = shortName(name)
  const gap = 'Cooee was not running for a while.'
  const what = isOwner
    ? `${gap} You took on that ${headline}, and we do not know how ${short} is.`
    : `${gap} ${ownerName} took on that ${headline}, and we do not know how ${short} is. We have asked ${ownerName}.`
  const next = `If nobody reports by ${until}, we ask others again.`
  const reply = isOwner && !isOwnPhone ? "Reply 1 if you are still on it, 2 if you can't, 3 if all is well." : null
  return {
    subject: `How is ${short}?`,
    mail: `${what} ${next}\n\nRing ${name}: ${phone}\nSay how it stands: ${link}`,
    sms: ['Cooee:', what, reply, next, link].filter(Boolean).join(' '),
  }
}
