import type { NoticeText } from '../../call-policy/late-notice.ts'
import { shortName } from './short-name.ts'

interface Stuck {
  name: string
  /** What is shown for the loved one's number. */
  phone: string
  /** What the incident is about, without a full stop. */
  headline: string
}

/** What the account holder reads when something on our side keeps us from asking people about an open incident. */
export function stuckText({ name, phone, headline }: Stuck): NoticeText {
  const who = shortName(name)
  const news = `${headline}. Something went wrong on our side, and we can't ask anyone else right now.`
  return {
    subject: `We can't ask anyone else to check on ${name} right now`,
    mail: [
      news,
      `Please check on ${who} yourself, or ask someone who can. Ring ${who}: ${phone}`,
      "We'll keep trying.",
    ].join('\n\n'),
    sms: `Cooee: ${news} Please ring ${who}: ${phone}. In danger? Call 000.`,
  }
}
