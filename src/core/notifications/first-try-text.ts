import type { NoticeText } from '../call-policy/late-notice.ts'
import type { AttemptOutcome } from '../calls/call-vocabulary.ts'

export interface UnansweredTry {
  name: string
  /** The promised time on the loved one's clock, "9:00 AM". */
  localTime: string
  outcome: AttemptOutcome
  /** When it is tried again, on the same clock. */
  nextTry: string
  /** Where the call's details are. */
  link: string
}

/** What an account holder who wants to know at the first try is told: that, and when it is tried again. */
export function firstTryText(call: UnansweredTry): NoticeText {
  const headline = headlineOf(call)
  const next = `We try again at ${call.nextTry}.`
  return {
    subject: headline,
    mail: `${headline}. ${next}\n\nThe call: ${call.link}\n\nYou get this message because you asked for it in Settings, Notifications.`,
    sms: `Cooee: ${headline}. ${next}`,
  }
}

/** Claims no more than is known: somebody may have picked up. */
function headlineOf({ name, localTime, outcome }: UnansweredTry): string {
  switch (outcome) {
    case 'no_answer':
    case 'machine':
      return `${name} did not answer the ${localTime} call`
    case 'busy':
      return `${name}'s line was busy at the ${localTime} call`
    case 'failed':
    case 'refused':
      return `The ${localTime} call to ${name} could not be connected`
    case 'acknowledged':
    case 'help':
    case 'not_yet':
    case 'no_response':
    case 'not_understood':
      return `${name} has not confirmed the ${localTime} call yet`
  }
}
