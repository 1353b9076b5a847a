import { understandingIn } from '../../understanding/understanding-in.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import type { ConversationState } from '../conversation-state.ts'
import { askBack, follow, hearOut } from '../next-moves.ts'
import { responseToKey } from './answer-to-question.ts'
import { take } from './to-question.ts'

/** "I'm fine … but I've had a fall", and a 2 after a hasty 1. Help beats what was before; nothing else changes it. */
export function afterGoodbye(state: ConversationState, step: string, { key, words }: Said, at: Circumstances): Reply {
  const isHelp = (digit: string | null) =>
    digit !== null && at.callType !== 'wake_up_call' && responseToKey(at.callType, digit) === 'help'
  if (key !== null && isHelp(key)) return take({ ...state, isAnsweredInWords: false }, step, 'help', at, key)
  // "Two", or "too" as a recogniser writes it: a key is proof, a word is asked about.
  if (key === null && isHelp(understandingIn(at.language).spokenDigit(words, at.names))) return askBack(state, step, at)
  if (words !== '' && understandingIn(at.language).meaningOf(words, at.names) === 'help') {
    const isPlain = understandingIn(at.language).isPlainRequestForHelp(words, at.names)
    const isCertain = isPlain && at.verdict === 'human' && !state.isMachineByWords
    return isCertain ? take({ ...state, isAnsweredInWords: true }, step, 'help', at) : askBack(state, step, at)
  }
  // "Hello? … Yes? … Just joking, leave a message": the words before were the machine's, too.
  if (
    words !== '' &&
    state.isAnsweredInWords &&
    understandingIn(at.language).whatSpeaks(words, at.names) === 'machine'
  ) {
    const heard: ConversationState = { ...state, isMachineByWords: true, isAnsweredInWords: false }
    return { ...hearOut(heard, step, at), withdrawsAnswer: true }
  }
  return follow(state, at, step, { name: 'farewell' })
}
