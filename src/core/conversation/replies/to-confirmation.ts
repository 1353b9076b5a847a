import type { CallType } from '../../calls/call-vocabulary.ts'
import { spokenDigit } from '../../understanding/answers/spoken-digit.ts'
import { isPlainRequestForHelp } from '../../understanding/help/certainty-of-help.ts'
import { isAboutOthers } from '../../understanding/help/is-about-others.ts'
import { wantsHelp } from '../../understanding/help/wants-help.ts'
import { meaningOf } from '../../understanding/meaning-of.ts'
import { isNobody, whatSpeaks } from '../../understanding/what-speaks.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import type { ConversationState } from '../conversation-state.ts'
import { hearOut, proceed, withSpeaker } from '../next-moves.ts'
import { take } from './to-question.ts'

/** What follows the answer to "do you need help?": help, the question, or waiting for a machine to fall silent. */
export function toConfirmation(state: ConversationState, step: string, { key, words }: Said, at: Circumstances): Reply {
  const digit = key ?? spokenDigit(words, at.names)
  const wants = digit === null ? confirmsHelp(words, at.names) : saysHelp(digit, at.callType)
  if (wants === true) return take({ ...state, isAnsweredInWords: key === null }, step, 'help', at, key ?? undefined)
  // On with the question: "1" says that help was not asked for, and nothing about what the call is for.
  if (wants === false) return proceed({ ...state, uncertainHelp: null }, step, at)
  const speaker = whatSpeaks(words, at.names)
  return isNobody(speaker) ? hearOut(withSpeaker(state, speaker), step, at) : proceed(state, step, at)
}

/** A television goes on crying for help when it is asked: only a plain request confirms one, or a yes. */
function confirmsHelp(words: string, names: readonly string[]): boolean | null {
  const isPlain = isPlainRequestForHelp(words, names) && !isAboutOthers(words, names)
  if (meaningOf(words, names) === 'help' && !isPlain) return null
  return wantsHelp(words, names)
}

function saysHelp(digit: string, callType: CallType): boolean | null {
  if (digit === '2' || (callType === 'medication_reminder' && digit === '3')) return true
  return digit === '1' ? false : null
}
