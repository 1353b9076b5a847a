import type { CallType } from '../calls/call-vocabulary.ts'
import { askerName, calledName, type SpokenSubject } from '../conversation/script/spoken-subject.ts'

/** What has to be known of a call to ask by text. */
export interface AskedByText
  extends Pick<SpokenSubject, 'callType' | 'name' | 'preferredName' | 'askedBy' | 'catchUp'> {
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
 * The question of a call as a text: who asks for whom, and what to reply. One segment for usual names. No health words:
 * anybody at that phone can read a text.
 */
export function askText(asked: AskedByText): string {
  const called = calledName(asked)
  const again = asked.isAgain ? ' again' : ''
  const late = asked.catchUp ? " We couldn't text you as planned." : ''
  const stop = asked.isUnasked ? ' Rather not? Reply STOP.' : ''
  return `Hello ${called}, it's Cooee${again}, texting for ${askerName(asked)}.${late} ${question(asked)}${stop}`
}

function question({ callType, hasReminder }: AskedByText): string {
  if (callType === 'medication_reminder' && hasReminder)
    return `I have a reminder for you: reply READ to read it. ${DONE}`
  return QUESTIONS[callType]
}

const DONE = "Reply DONE if it's done, NOT YET if it isn't, HELP for help."
const QUESTIONS: Record<CallType, string> = {
  daily_check_in: 'Reply OK if all is well, HELP if not.',
  wellness_check: 'How are you feeling? Reply OK if all is well, HELP if not.',
  medication_reminder: `This is your reminder. ${DONE}`,
  wake_up_call: "It's time to get up. Reply OK when you're awake, HELP if you'd like help.",
}

/** The words of a reminder, to somebody who has asked for them. */
export const reminderReply = (words: string): string => `${words} ${DONE}`

/** Who asked and what, to somebody who wonders who is writing. */
export const whoAsksReply = (asked: AskedByText): string =>
  `This is Cooee, an automated service. ${askedFor(asked)} ${question(asked)}`

const askedFor = (asked: AskedByText): string =>
  askerName(asked) === 'your family' ? 'Your family set it up.' : `${askerName(asked)} set it up.`
