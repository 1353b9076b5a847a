import type { NoticeText } from '../call-policy/late-notice.ts'
import type { AttemptOutcome } from '../calls/call-vocabulary.ts'

export interface UnansweredTry {
  name: string
  /** By its promised time, "9:00 AM call". */
  call: string
  outcome: AttemptOutcome
  /** When it is retried. */
  nextTry: string
  /** Where the call's details are. */
  link: string
}

/** The message to an account holder who wants to know at the first try: that it was not answered, and when it is retried. */
export function firstTryText(call: UnansweredTry): NoticeText {
  const headline = headlineOf(call)
  const next = `We'll try again at ${call.nextTry}.`
  return {
    subject: headline,
    mail: `${headline}. ${next}\n\nThe call: ${call.link}\n\nYou asked for these emails in Settings, under Notifications.`,
    sms: `Cooee: ${headline}. ${next}`,
  }
}

/** Claims no more than is known: somebody may have picked up. */
function headlineOf({ name, call, outcome }: UnansweredTry): string {
  switch (outcome) {
    case 'no_answer':
    case 'machine':
      return `${name} didn't answer the ${call}`
    case 'busy':
      return `${name}'s line was busy for the ${call}`
    case 'failed':
    case 'rejected':
      return `The ${call} to ${name} didn't go through`
    case 'acknowledged':
    case 'help':
    case 'not_yet':
    case 'no_response':
    case 'not_understood':
      return `We don't have ${name}'s answer to the ${call} yet`
  }
}
