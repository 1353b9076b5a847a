import type { CallType } from '../../calls/call-vocabulary.ts'
import { understandingIn } from '../../understanding/understanding-in.ts'
import { isNobody } from '../../understanding/what-speaks.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import type { ConversationState } from '../conversation-state.ts'
import { hearOut, proceed, withSpeaker } from '../next-moves.ts'
import { take } from './to-question.ts'

/** What follows the answer to "do you need help?": help, the question, or waiting for a machine to fall silent. */
export function toConfirmation(state: ConversationState, step: string, { key, words }: Said, at: Circumstances): Reply {
  const digit = key ?? understandingIn(at.language).spokenDigit(words, at.names)
  const wants = digit === null ? confirmsHelp(words, at) : saysHelp(digit, at.callType)
  if (wants === true) return take({ ...state, isAnsweredInWords: key === null }, step, 'help', at, key ?? undefined)
  // On with the question: "1" says that help was not asked for, and nothing about what the call is for.
  if (wants === false) return proceed({ ...state, uncertainHelp: null }, step, at)
  const speaker = understandingIn(at.language).whatSpeaks(words, at.names)
  return isNobody(speaker) ? hearOut(withSpeaker(state, speaker), step, at) : proceed(state, step, at)
}

/** A television goes on crying for help when it is asked: only a plain request confirms one, or a yes. */
function confirmsHelp(words: string, { language, names }: Circumstances): boolean | null {
  const heard = understandingIn(language)
  const isPlain = heard.isPlainRequestForHelp(words, names) && !heard.isAboutOthers(words, names)
  if (heard.meaningOf(words, names) === 'help' && !isPlain) return null
  return heard.wantsHelp(words, names)
}

/** Whether a key, or its word, confirms that help was asked for; null where it says neither. */
export function saysHelp(digit: string, callType: CallType): boolean | null {
  if (digit === '2' || (callType === 'medication_reminder' && digit === '3')) return true
  return digit === '1' ? false : null
}
