import type { Response } from '../../call-policy/attempt-outcome.ts'
import type { Heard } from '../../call-script/answer.ts'
import { understandingIn } from '../../understanding/understanding-in.ts'
import { isNobody } from '../../understanding/what-speaks.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import type { ConversationState, Move } from '../conversation-state.ts'
import { ANSWER_SECONDS, answerScreening, askBack, follow, hearOut, mayBeMachine, withSpeaker } from '../next-moves.ts'
import { afterGoodbye } from './after-goodbye.ts'
import { keyThatCounts, responseToKey } from './answer-to-question.ts'
import { take } from './to-question.ts'
import { alsoStops, isTwoNines, REFUSAL_KEY, toSpokenRefusal } from './to-refusal.ts'

/** A key, or a finished turn of words. */
export interface HeardInTalk extends Heard {
  /** The same words after those that Cooee has not replied to yet: a recogniser cuts a sentence at its pauses. */
  together?: string | null
}

/** What a finished turn of a person in a talk changes. */
export interface TalkReply {
  state: ConversationState
  /** What it answers; null where it answers nothing. */
  response: Response | null
  /** The talk ends: `move` follows it in the call. */
  endsTalk: boolean
  move: Move | null
  /** A machine had said the all-clear: the answer in words does not count. */
  withdrawsAnswer?: boolean
}

/**
 * What follows from a key or a finished turn of words in the talk `step`, by the rules of the question. A talk asks more than
 * that question, so a bare "yes", and a number after the first turn, may answer anything and count for nothing. All else that
 * answers nothing is the talk's own. Once the talk has been decided only a request for help changes what follows, and a second 9.
 */
export function duringTalk(state: ConversationState, step: string, heard: HeardInTalk, at: Circumstances): TalkReply {
  const key = keyThatCounts(at.callType, heard.keys)
  const words = heard.speech.trim()
  const move = state.moves[step]
  if (!move || (key === null && words === '')) return goesOn(state)
  const counted: ConversationState = { ...state, talkTurns: state.talkTurns + 1, silences: 0 }
  const decided = moveAfterTalk(state, step)
  if (decided) return afterDecision(counted, step, { decided, heard, said: { key, words } }, at)
  if (key !== null) return toTalkKey(counted, step, heard.keys, key, at)
  const reply = toTalkWords(counted, move, step, words, at)
  if (reply.endsTalk || !heard.together || understandingIn(at.language).meaningOf(heard.together, at.names) !== 'help')
    return reply
  // "I can not", and then "get up": no half of it asks for help.
  return ends(askBack(reply.state, step, at))
}

/** The model heard a request for help: they are asked back with the fixed words, whatever was said before. */
export function askedForHelpInTalk(state: ConversationState, step: string, at: Circumstances): TalkReply {
  const decided = moveAfterTalk(state, step)
  if (decided && decided.name !== 'question' && decided.name !== 'goodbye' && decided.name !== 'ask_more') {
    return goesOn(state)
  }
  return ends(askBack(state, step, at))
}

/**
 * What was heard in a talk and arrives after the call has gone on: a request for help still counts, and nothing else. Null
 * where it asks for none. What follows in the call stays as it is.
 */
export function heardTooLate(
  state: ConversationState,
  step: string,
  heard: Heard,
  at: Circumstances,
): Pick<TalkReply, 'state' | 'response'> | null {
  const { [step]: _, ...next } = state.next
  const { state: then, response } = duringTalk({ ...state, next, uncertainHelp: null }, step, heard, at)
  const { talkTurns, isPersonByKey, isMachineByWords, isAnsweredInWords } = then
  if (response === 'help') {
    const certain = { ...state, talkTurns, isPersonByKey, isMachineByWords, isAnsweredInWords, uncertainHelp: null }
    return { state: certain, response }
  }
  if (then.uncertainHelp === null) return null
  return { state: { ...state, talkTurns, uncertainHelp: state.uncertainHelp ?? then.uncertainHelp }, response: null }
}

/** As `heardTooLate`, for the help that a model heard. Null where they were asked about that, or have asked for help. */
export function askedForHelpTooLate(state: ConversationState): Pick<TalkReply, 'state' | 'response'> | null {
  const wasAsked = Object.values(state.moves).some(({ name }) => name === 'confirm_help' || name === 'help_noted')
  return wasAsked ? null : { state: { ...state, uncertainHelp: state.uncertainHelp ?? 'open' }, response: null }
}

const moveAfterTalk = ({ next, moves }: ConversationState, step: string): Move | undefined => moves[next[step] ?? '']

const goesOn = (state: ConversationState): TalkReply => ({ state, response: null, endsTalk: false, move: null })
const ends = ({ state, response, move, withdrawsAnswer }: Reply): TalkReply => ({
  ...{ state, response, move, endsTalk: true },
  ...(withdrawsAnswer && { withdrawsAnswer }),
})

function toTalkKey(state: ConversationState, step: string, keys: string, key: string, at: Circumstances): TalkReply {
  const person: ConversationState = { ...state, isPersonByKey: true, isMachineByWords: false }
  if (key === REFUSAL_KEY) {
    return ends(isTwoNines(keys) ? offerRefusal(person, step, at) : follow(person, at, step, PLAIN_QUESTION))
  }
  const response = responseToKey(at.callType, key)
  if (response === null) return goesOn(person)
  return ends(take({ ...person, uncertainHelp: null, isAnsweredInWords: false }, step, response, at, key))
}

/** Key 9: keys only, for this call. */
const PLAIN_QUESTION = { name: 'question', seconds: ANSWER_SECONDS, key: REFUSAL_KEY } as const

function offerRefusal(state: ConversationState, step: string, at: Circumstances): Reply {
  return follow(state, at, step, {
    name: 'refusal_offer',
    about: alsoStops(at),
    key: REFUSAL_KEY,
    seconds: ANSWER_SECONDS,
  })
}

function toTalkWords(state: ConversationState, move: Move, step: string, words: string, at: Circumstances): TalkReply {
  const refusal = toSpokenRefusal(state, move, step, { key: null, words }, at)
  if (refusal) return ends(refusal)
  const speaker = understandingIn(at.language).whatSpeaks(words, at.names)
  const meaning = understandingIn(at.language).meaningOf(words, at.names)
  if (isNobody(speaker) && meaning === 'help') return ends(askBack(withSpeaker(state, speaker), step, at))
  if (speaker === 'screening') return ends(answerScreening(state, step, at))
  // Where a person has shown to be there, what talks on is a television beside them.
  if (isNobody(speaker) && !state.isPersonByKey) return toMachine(withSpeaker(state, speaker), step, at)
  const isFirst = state.talkTurns === 1
  const digit = isFirst ? understandingIn(at.language).spokenDigit(words, at.names) : null
  // "Two", or "too" as a recogniser writes it: a key is proof, a word is asked about.
  if (digit !== null && responseToKey(at.callType, digit) === 'help') return ends(askBack(state, step, at))
  const isOfOthers = understandingIn(at.language).isAboutOthers(words, at.names)
  if (meaning === 'help') {
    const isPlain = !isOfOthers && understandingIn(at.language).isPlainRequestForHelp(words, at.names)
    const isCertain = isPlain && at.verdict === 'human' && !mayBeMachine(state, at)
    return ends(isCertain ? take({ ...state, isAnsweredInWords: true }, step, 'help', at) : askBack(state, step, at))
  }
  const isWell =
    (digit !== null && responseToKey(at.callType, digit) === 'acknowledged') ||
    (meaning === 'fine' &&
      !isOfOthers &&
      !understandingIn(at.language).takesLeave(words) &&
      (isFirst || understandingIn(at.language).isOwnAllClear(words)))
  const counts = isWell && !mayBeMachine(state, at) && (!isFirst || at.isPlayedToEnd)
  if (counts && !state.isAnsweredInTalk) {
    const answered = { ...state, uncertainHelp: null, isAnsweredInWords: true, isAnsweredInTalk: true }
    return { ...goesOn(answered), response: 'acknowledged' }
  }
  // If no answer follows, the family does not read that they were silent.
  return goesOn(state.isAnsweredInTalk ? state : { ...state, notUnderstood: state.notUnderstood + 1 })
}

/** "I'm fine … leave a message": the words before were the machine's, too. */
function toMachine(state: ConversationState, step: string, at: Circumstances): TalkReply {
  const withdraws = state.isAnsweredInTalk && state.isMachineByWords
  const heard = withdraws ? { ...state, isAnsweredInTalk: false, isAnsweredInWords: false } : state
  return ends({ ...hearOut(heard, step, at), ...(withdraws && { withdrawsAnswer: true }) })
}

/** The talk is about to end, and its line is still open. */
function afterDecision(
  state: ConversationState,
  step: string,
  { decided, heard, said }: { decided: Move; heard: Heard; said: Said },
  at: Circumstances,
): TalkReply {
  if (decided.name === 'help_noted') return goesOn(state)
  if (decided.name === 'question' && decided.key === REFUSAL_KEY && heard.keys.includes(REFUSAL_KEY)) {
    return ends(offerRefusal(state, step, at))
  }
  const { key } = said
  const answers = decided.name === 'question' && key !== null && responseToKey(at.callType, key) !== null
  if (answers) return toTalkKey(state, step, heard.keys, key, at)
  const reply = afterGoodbye(state, step, said, at)
  const isHelp = reply.response === 'help' || reply.move.name === 'confirm_help'
  return isHelp && reply.move.name !== decided.name ? ends(reply) : goesOn(state)
}
