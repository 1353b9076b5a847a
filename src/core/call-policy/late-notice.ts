import type { AsksBy } from '../calls/call-vocabulary.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'
import { listInWords } from '../format/list-in-words.ts'

/** How long after its time a call is reported whose first dial the provider has not accepted. */
export const LATE_AFTER_MS = 5 * 60_000

/** Why a call was not placed at its time. */
export type LateCause =
  /** It turns our calls down, or cannot be reached. */
  | 'provider_refuses'
  /** It was asked and does not say whether the phone rings. */
  | 'provider_silent'
  /** The others that are due together go first. */
  | 'too_many'
  /** Another call of ours is on the phone that it would ring. */
  | 'phone_in_use'
  | 'not_running'
  /** This one call could not be claimed. */
  | 'own_fault'
  /** It takes no texts from us. */
  | 'texts_not_taken'

/** What happens next with a call that is late. Times are those on the loved one's wall, "10:00 AM". */
export type LateCallNow =
  | { kind: 'trying'; until: string }
  | { kind: 'finding_out' }
  | { kind: 'calling' }
  | { kind: 'called'; at: string }

/** One call that was not placed at its time. */
export interface LateCall {
  /** The promised time on the loved one's wall, "9:00 AM", with its date where that is not today. */
  localTime: string
  cause: LateCause
  now: LateCallNow
  /** Left out: by ringing. */
  asksBy?: AsksBy
}

/** What one notice covers: calls to one loved one. */
interface LateCalls {
  name: string
  /** What is shown for the loved one's number, to ring the person. */
  phone: string
  /** Where the details are. */
  link: string
  /** In the order of their times. */
  calls: readonly LateCall[]
}

export interface NoticeText {
  subject: string
  mail: string
  sms: string
}

/** The notice to an account holder about calls that were not placed at their time: that, why, and what happens next. */
export function lateNoticeText(late: LateCalls): NoticeText {
  const { name, phone, link, calls } = late
  const headline = lateHeadline(late)
  const reasons = new Set(calls.map(({ cause }) => lateReason(cause)))
  const sentences = [...reasons, ...nextOf(late)].join(' ')
  return {
    subject: headline,
    mail: [`${headline}. ${sentences}`, '', `Ring ${shortName(name)}: ${phone}`, `What happened: ${link}`].join('\n'),
    sms: `Cooee: ${headline}. ${sentences} Ring ${shortName(name)}: ${phone}.`,
  }
}

/** Claims no more than is known: a provider that says nothing may have let the phone ring. */
function lateHeadline({ name, calls }: LateCalls): string {
  const ways = new Set(calls.map(({ asksBy }) => (asksBy === 'text' ? 'text' : 'ring')))
  const headline = `We didn't ${[...ways].join(' or ')} ${name} at ${listInWords([...new Set(calls.map(({ localTime }) => localTime))])}`
  return calls.some(({ cause }) => cause === 'provider_silent') ? `${headline}, as far as we know` : headline
}

/** Once where the same happens next with all of them, else for each. */
function nextOf({ name, calls }: LateCalls): string[] {
  const sentences = calls.map((call) => whatNext(name, call))
  if (new Set(sentences).size === 1) return sentences.slice(0, 1)
  return calls.map(({ localTime }, place) => `${localTime}: ${sentences[place]}`)
}

/** Why, as a sentence. */
export function lateReason(cause: LateCause): string {
  switch (cause) {
    case 'provider_refuses':
      return "The phone company hasn't been taking our calls."
    case 'provider_silent':
      return "The phone company isn't answering us, so we can't tell if the phone rang."
    case 'too_many':
      return 'More calls were due at once than we can make.'
    case 'phone_in_use':
      return 'The phone was busy with another of our calls.'
    case 'not_running':
      return 'Cooee was down at the time.'
    case 'texts_not_taken':
      return "The phone company hasn't been taking our texts."
    case 'own_fault':
      return 'Something went wrong on our side.'
  }
}

function whatNext(name: string, { now, asksBy }: Pick<LateCall, 'now' | 'asksBy'>): string {
  const isText = asksBy === 'text'
  switch (now.kind) {
    case 'trying':
      return `We'll keep trying until ${now.until}, and we'll let you know if we can't get through.`
    case 'finding_out':
      return "We're finding out, and we'll let you know."
    case 'calling':
      return `We're ${isText ? 'texting' : 'ringing'} ${shortName(name)} now.`
    case 'called':
      return `We ${isText ? 'texted' : 'rang'} ${shortName(name)} at ${now.at} instead.`
  }
}
