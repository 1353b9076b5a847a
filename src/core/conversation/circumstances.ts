import type { AnsweredBy, Response } from '../call-policy/attempt-outcome.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import type { AskedAfterwards, ConsentState, ConsentSubject } from '../consent/consent.ts'
import type { Language } from '../languages/language.ts'
import type { ConversationState, Move } from './conversation-state.ts'

/** What is known beside the conversation when somebody answers. */
export interface Circumstances {
  callType: CallType
  /** In which they are called: their words are understood in it, and in no other. */
  language: Language
  /** What machine detection says so far; null: nothing yet. */
  verdict: AnsweredBy | null
  /** Names that say nothing: of who is called and of who asked for the call. */
  names: readonly string[]
  isRecorded: boolean
  hasReminder: boolean
  /** Whether the question has been played to its end before this was heard. */
  isPlayedToEnd: boolean
  /** Whether an earlier attempt of the call has left its message on a machine. */
  isMessageLeft: boolean
  /** Nobody at this number has agreed to calls yet: that is asked first. */
  asksConsent?: boolean
  /** What somebody who has answered well is asked at the end. */
  asksAfterwards?: AskedAfterwards | null
  /** They have agreed to recordings, so that they may take it back. */
  mayStopRecording?: boolean
  /** They have agreed to talks, so that they may take it back. */
  mayStopTalks?: boolean
  /** They were never asked and were not told about key 9. */
  mentionsNine?: boolean
  /** Whether the first question may be a talk: switched on, agreed to, and within its limits. */
  mayTalk?: boolean
  /** Whether there is a greeting in a member's own voice to be played. */
  playsGreeting?: boolean
  /** In milliseconds. */
  now: number
}

/** What follows from something heard. */
export interface Reply {
  state: ConversationState
  move: Move
  /** What it answers; null where it answers nothing. */
  response: Response | null
  /** A machine had said the all-clear: the answer in words does not count. */
  withdrawsAnswer?: boolean
  /** What they have decided by it. `not_asked`: they were asked and pressed nothing. */
  consent?: { subject: ConsentSubject; state: ConsentState }
}

/** What came back: a key or words, or neither. */
export interface Said {
  key: string | null
  words: string
}
