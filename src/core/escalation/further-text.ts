import type { AlertSubject, AlertText } from './alert-texts.ts'
import { shortName } from './short-name.ts'

interface Further {
  /** What has happened now, without a full stop. */
  news: string
  /** Why, as a sentence; null when there is nothing to add. */
  detail: string | null
  /** Who looks after the incident; null while nobody does. */
  ownerName: string | null
  /** Whether that is who reads this. */
  isOwner: boolean
  /** Nobody has rung them yet, and nobody else is told before we have. */
  isRungFirst: boolean
}

/** What an owner and the account holder are told when something else happens while an incident is open. */
export function furtherText(
  { name, phone, link }: Pick<AlertSubject, 'name' | 'phone' | 'link'>,
  { news, detail, ownerName, isOwner, isRungFirst }: Further,
): AlertText {
  const what = [`${news}.`, detail].filter(Boolean).join(' ')
  const who = isOwner
    ? `You are looking after ${shortName(name)}, so we tell nobody else.`
    : ownerName !== null
      ? `${ownerName} is looking after ${shortName(name)}, and knows.`
      : isRungFirst
        ? `We ring ${shortName(name)} first, as soon as we can.`
        : `We are looking for somebody for ${shortName(name)} already, and go on.`
  return {
    subject: news,
    mail: `${what} ${who}\n\nRing ${name}: ${phone}\nWhat happened so far: ${link}`,
    sms: `Cooee: ${what} ${who} Ring ${shortName(name)}: ${phone}. ${link}`,
  }
}
