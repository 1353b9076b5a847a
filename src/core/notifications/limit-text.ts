import { spendEndInWords } from '../plans/spend.ts'

/** A limit of a day that keeps something from leaving for an account, and how high it is; `most` says nothing of `spend`. */
export interface ReachedLimit {
  kind: 'texts' | 'texts_to_number' | 'alert_calls' | 'dials_of_number' | 'spend'
  most: number
}

/** Says once a day that a limit keeps something from leaving. `link` is the dashboard; the time in it is by the account holder's `zone`. */
export function limitText(
  { kind, most }: ReachedLimit,
  { link, zone, now }: { link: string; zone: string; now: Date },
): { subject: string; mail: string } {
  const { subject, what, fallback } = WORDS[kind]
  return {
    subject,
    mail: [
      `${subject}.`,
      `${what(most)} You can see what we couldn't send beside each call or alert: ${link}`,
      fallback,
      kind === 'spend' ? spendEnds(zone, now) : OTHERS_END,
    ].join('\n\n'),
  }
}

const OTHERS_END =
  'Requests for help still go through: we keep the same number again for them. The limit lifts by itself over the next 24 hours.'
const spendEnds = (zone: string, now: Date): string =>
  `Requests for help still go through. The limit lifts ${spendEndInWords(now, zone)}.`

const WORDS: Record<ReachedLimit['kind'], { subject: string; what(most: number): string; fallback: string }> = {
  texts: {
    subject: "We couldn't send some texts today",
    what: (most) => `We've sent ${most} texts for your account in 24 hours, the most we allow for one account.`,
    fallback: 'We still email you, and we still ring your contacts.',
  },
  texts_to_number: {
    subject: "We couldn't send some texts to one phone today",
    what: (most) => `We've sent ${most} texts to that phone in 24 hours, the most we send to one phone.`,
    fallback: 'We still email you, and we still ring your contacts.',
  },
  alert_calls: {
    subject: "We couldn't ring about some alerts today",
    what: (most) => `We've rung people about your alerts ${most} times in 24 hours, the most we do for one account.`,
    fallback: 'You still get emails and texts from us, and your contacts still get texts.',
  },
  spend: {
    subject: "We can't make some calls or send some texts today",
    what: () => "Cooee has reached today's spending limit for calls and texts.",
    fallback: 'We still email you. In the meantime, please check on the people you care for yourself.',
  },
  dials_of_number: {
    subject: "We couldn't ring one phone about an alert",
    what: (most) => `We've tried it ${most} times in 24 hours, the most we try one number.`,
    fallback: 'You still get emails and texts from us, your contacts still get texts, and we ring the others.',
  },
}
