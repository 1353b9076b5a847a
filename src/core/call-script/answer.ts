import type { Response } from '../call-policy/attempt-outcome.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import { keyThatCounts, responseToKey, responseToMeaning } from '../conversation/replies/answer-to-question.ts'
import { keyAloud as lastKeyAloud } from '../conversation/script/phrases.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import type { Language } from '../languages/language.ts'
import { understandingIn } from '../understanding/understanding-in.ts'

/** What came back from a question: keys pressed, or words heard, or neither. */
export interface Heard {
  keys: string
  speech: string
  /** When it was heard, in milliseconds, where that may be long ago: it waited for the database. */
  at?: number
}

/**
 * What a person meant, or null when it is not clear. A key is the proof of a person, and a digit that is said counts
 * like it. Of what was heard, a request for help beats every reassurance beside it, what sounds like an answering machine is no answer at all, and only words that
 * answer the question and leave nothing open count: a greeting does not, since machines greet, and so do people who have
 * not listened yet. `names` are those that say nothing: "fine thanks, Robyn".
 */
export function understoodAnswer(
  callType: CallType,
  { keys, speech }: Heard,
  names: readonly string[],
  language: Language,
): Response | null {
  const key = keyThatCounts(callType, keys) ?? understandingIn(language).spokenDigit(speech, names)
  if (key) return responseToKey(callType, key)
  const meaning = understandingIn(language).meaningOf(speech, names)
  return meaning && responseToMeaning(callType, meaning)
}

/** "You pressed 1. ", or nothing when no key was. */
export const keyAloud = ({ keys }: Heard, wording = ENGLISH_WORDING): string =>
  lastKeyAloud(keys.trim().at(-1) ?? null, wording)
