/** A limit of a day that keeps something from leaving for an account, and how high it is; `most` says nothing of `spend`. */
export interface ReachedLimit {
  kind: 'texts' | 'texts_to_number' | 'alert_calls' | 'dials_of_number' | 'spend'
  most: number
}

/** What the account holder is told once a day of a limit that keeps something from leaving. `link` is the dashboard. */
export function limitText({ kind, most }: ReachedLimit, link: string): { subject: string; mail: string } {
  const { subject, what, instead } = WORDS[kind]
  return {
    subject,
    mail: [
      `${subject}.`,
      `${what(most)} What is not sent or rung is shown with the call or the alert that it belongs to: ${link}`,
      instead,
      kind === 'spend' ? SPEND_ENDS : OTHERS_END,
    ].join('\n\n'),
  }
}

const OTHERS_END =
  'Requests for help go on: as much again is kept for them. The limit ends by itself as the last 24 hours move on.'
const SPEND_ENDS = 'Requests for help go on as before. The limit ends by itself at midnight UTC.'

const WORDS: Record<ReachedLimit['kind'], { subject: string; what(most: number): string; instead: string }> = {
  texts: {
    subject: 'Some text messages are not sent today',
    what: (most) =>
      `Cooee has sent ${most} text messages for your account in 24 hours, as many as one account may send.`,
    instead: 'You are told by email as before, and contacts are rung.',
  },
  texts_to_number: {
    subject: 'Some text messages to one phone are not sent today',
    what: (most) => `Cooee has sent ${most} text messages to that phone in 24 hours, as many as it sends to one phone.`,
    instead: 'You are told by email as before, and contacts are rung.',
  },
  alert_calls: {
    subject: 'Some alerts are not rung today',
    what: (most) => `Cooee has rung people about your alerts ${most} times in 24 hours, as often as for one account.`,
    instead: 'You and your contacts are told by email and text message as before.',
  },
  spend: {
    subject: 'Some calls and text messages of Cooee do not leave today',
    what: () => 'Cooee has spent as much on calls and text messages today as it may.',
    instead: 'You are told by email as before. Please look after the people you care for yourself until then.',
  },
  dials_of_number: {
    subject: 'A phone was not rung about an alert',
    what: (most) => `Its number was dialled ${most} times in 24 hours, as often as Cooee dials one number.`,
    instead: 'You and your contacts are told by email and text message as before, and further people are rung.',
  },
}
