import { isPlainRequestForHelp } from '../understanding/certainty-of-help.ts'
import { meaningOf } from '../understanding/meaning-of.ts'
import { isNobody, whatSpeaks } from '../understanding/what-speaks.ts'
import type { Circumstances, Reply, Said } from './circumstances.ts'
import type { ConversationState, Move } from './conversation-state.ts'
import { answerScreening, askBack, follow, holdOn, introduce, leaveMessage, withSpeaker } from './next-moves.ts'

/** After the message: a key leads to the question; so do words that are no machine's. */
export function afterMessage(
  state: ConversationState,
  move: Move,
  step: string,
  { key, words }: Said,
  at: Circumstances,
): Reply {
  // "If you are there, press 1": somebody is.
  if (key !== null) return introduce({ ...state, isPersonByKey: true, isMachineByWords: false }, step, at)
  if (words === '') return follow(state, at, step, { name: 'farewell' })
  const speaker = whatSpeaks(words, at.names)
  if (speaker === 'screening') return answerScreening(state, step, at)
  if (speaker === 'hold') return holdOn(state, move, step, at)
  // A machine is silent after its beep: help that is asked for now is asked for by a person, whatever plays beside it.
  if (meaningOf(words, at.names) === 'help') {
    return askBack(state, step, at, isPlainRequestForHelp(words, at.names) ? 'after_beep' : 'open')
  }
  if (isNobody(speaker)) return leaveMessage(withSpeaker(state, speaker), at, step)
  return introduce(state, step, at)
}
