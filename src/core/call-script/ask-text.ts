import type { CallType } from '../calls/call-vocabulary.ts'
import { askerOf, calledName, type SpokenSubject } from '../conversation/script/spoken-subject.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { phrase, type Wording } from '../languages/wording.ts'

/** What has to be known of a call to ask by text. */
export interface AskedByText
  extends Pick<SpokenSubject, 'callType' | 'name' | 'preferredName' | 'askedBy' | 'catchUp' | 'wording'> {
  /** Whether the reminder has words of its own, sent only on request. */
  hasReminder: boolean
  /** They have not agreed to hear from us yet: how to stop it is said. */
  isUnasked?: boolean
  /** A text before this one had no reply. */
  isAgain: boolean
}

/** The shortest wait for a reply, in seconds: a text is read later than a phone is picked up. */
export const SHORTEST_REPLY_WAIT_SECONDS = 15 * 60

/**
 * The question of a call as a text: who asks for whom, and what to reply. One segment for usual names in English. No health
 * words: anybody at that phone can read a text.
 */
export function askText(asked: AskedByText): string {
  const { wording = ENGLISH_WORDING } = asked
  const names = { name: calledName(asked), asker: askerOf(asked) }
  const parts = [
    phrase(wording, asked.isAgain ? 'texts.askAgain' : 'texts.ask', names),
    ...(asked.catchUp ? [phrase(wording, 'texts.askLate')] : []),
    question(asked, wording),
    ...(asked.isUnasked ? [phrase(wording, 'texts.ratherNot')] : []),
  ]
  return parts.join(' ')
}

function question({ callType, hasReminder }: AskedByText, wording: Wording): string {
  if (callType !== 'medication_reminder') return phrase(wording, QUESTIONS[callType])
  return `${phrase(wording, hasReminder ? 'texts.askRead' : 'texts.askReminder')} ${phrase(wording, 'texts.askDone')}`
}

const QUESTIONS = {
  daily_check_in: 'texts.askHow',
  wellness_check: 'texts.askFeeling',
  wake_up_call: 'texts.askAwake',
} as const satisfies Record<Exclude<CallType, 'medication_reminder'>, string>

/** The words of a reminder, to somebody who has asked for them. */
export const reminderReply = (words: string, wording = ENGLISH_WORDING): string =>
  `${words} ${phrase(wording, 'texts.askDone')}`

/** Who asked and what, to somebody who wonders who is writing. */
export function whoAsksReply(asked: AskedByText): string {
  const { wording = ENGLISH_WORDING } = asked
  return `${phrase(wording, 'texts.whoAsks', { asker: askerOf(asked) })} ${question(asked, wording)}`
}
