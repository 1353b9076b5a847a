import type { Meaning } from '../../understanding/meaning-of.ts'
import { understandingIn } from '../../understanding/understanding-in.ts'
import { isNobody } from '../../understanding/what-speaks.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import type { ConversationState, Move } from '../conversation-state.ts'
import { answerScreening, ask, askBack, hearOut, holdOn, introduce, leaveMessage, withSpeaker } from '../next-moves.ts'

/** What follows from what was heard before the question: it says what took the line, and answers nothing. */
export function beforeQuestion(
  state: ConversationState,
  move: Move,
  step: string,
  said: Said,
  at: Circumstances,
): Reply {
  if (move.name === 'announce') {
    return ask({ ...state, isAnnounced: true }, step, null, at)
  }
  // Nobody is listened to while it plays.
  if (move.name === 'greet') return introduce(state, step, at)
  const { key, words } = said
  // A key proves that something can beep, and answers no question: none has been asked.
  if (key !== null) return introduce(state, step, at)
  if (words === '') return move.name === 'hear_out' ? leaveMessage(state, at, step) : introduce(state, step, at)
  const speaker = understandingIn(at.language).whatSpeaks(words, at.names)
  if (speaker === 'screening') return answerScreening(state, step, at)
  if (speaker === 'hold') return holdOn(state, move, step, at)
  const meaning = understandingIn(at.language).meaningOf(words, at.names)
  // Also beside the words of a machine: its greeting never asks for help, but somebody beside it may.
  if (meaning === 'help') return askBack(withSpeaker(state, speaker), step, at)
  if (isNobody(speaker)) return hearOut(withSpeaker(state, speaker), step, at)
  // The next sentence of a greeting need not sound like a machine's: only what is a person's for certain takes us out.
  if (move.name === 'hear_out' && !isOfPerson(meaning)) return hearOut(state, step, at)
  return introduce(state, step, at)
}

/** Whether these are words of somebody who has picked up and has not taken in who is calling. */
export const isOfPerson = (meaning: Meaning | null): boolean =>
  meaning === 'greeting' || meaning === 'pardon' || meaning === 'who_is_it'
