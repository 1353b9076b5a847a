import type { NoticeText } from '../../call-policy/late-notice.ts'
import type { AsksBy } from '../../calls/call-vocabulary.ts'
import { reachPart } from './parts/alert-parts.ts'
import { shortName } from './parts/short-name.ts'

interface Stuck {
  /** How they are asked. Left out: by ringing. */
  asksBy?: AsksBy
  name: string
  /** What is shown for the loved one's number. */
  phone: string
  /** What the incident is about, without a full stop. */
  headline: string
}

/** What the account holder reads when something on our side keeps us from asking people about an open incident. */
export function stuckText({ name, phone, headline, asksBy = 'call' }: Stuck): NoticeText {
  const who = shortName(name)
  const news = `${headline}. Something went wrong on our side, and we can't ask anyone else right now.`
  return {
    subject: `We can't ask anyone else to check on ${name} right now`,
    mail: [
      news,
      `Please check on ${who} yourself, or ask someone who can. ${reachPart({ name, phone, asksBy })}`,
      "We'll keep trying.",
    ].join('\n\n'),
    sms: `Cooee: ${news} Please ${asksBy === 'text' ? 'check on' : 'ring'} ${who}: ${phone}. In danger? Call 000.`,
  }
}
