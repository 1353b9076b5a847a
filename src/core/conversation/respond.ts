import type { Response } from '../call-policy/attempt-outcome.ts'
import type { Heard } from '../call-script/answer.ts'
import { understandingIn } from '../understanding/understanding-in.ts'
import { isNobody } from '../understanding/what-speaks.ts'
import type { Circumstances, Reply, Said } from './circumstances.ts'
import type { ConversationState, Move, MoveName } from './conversation-state.ts'
import {
  ANSWER_SECONDS,
  answerScreening,
  askBack,
  askBackByKey,
  end,
  follow,
  holdOn,
  introduce,
  LISTEN_SECONDS,
  leaveMessage,
  MAX_MOVES,
  withSpeaker,
} from './next-moves.ts'
import { afterGoodbye } from './replies/after-goodbye.ts'
import { afterTalk } from './replies/after-talk.ts'
import { keyThatCounts, responseToKey } from './replies/answer-to-question.ts'
import { beforeQuestion } from './replies/before-question.ts'
import { toConfirmation } from './replies/to-confirmation.ts'
import { toAskedMore, toConsentKey } from './replies/to-consent.ts'
import { notAChoice, toKey, toWords } from './replies/to-question.ts'
import { afterRefusalOffer, isTwoNines, toRefusalKey, toSpokenRefusal } from './replies/to-refusal.ts'

/** The first move of every call: two seconds of listening. */
export function open(state: ConversationState, circumstances: Pick<Circumstances, 'now'>): Reply {
  return follow(state, circumstances, 'opening', { name: 'listen', seconds: LISTEN_SECONDS })
}

/**
 * What follows when a machine took the line and nothing has been answered: the message, in full once for a call. Null
 * where the verdict changes nothing: it came before, an answer stands, or what it heard was the phone's screening.
 */
export function afterMachineVerdict(
  state: ConversationState,
  circumstances: Pick<Circumstances, 'now' | 'isMessageLeft'>,
  answered: Response | null,
): Reply | null {
  if (state.next.verdict !== undefined || answered !== null || state.isScreened) return null
  return leaveMessage(state, circumstances, 'verdict')
}

/**
 * What Cooee says next after something was heard, or nothing was. Nothing before the question is an answer; words answer
 * it once it was played to its end, a key as soon as it has begun. Never falsely well: words count as an all-clear only
 * if all of them are understood and nothing says that a machine spoke. Never falsely an alarm: a request for help that
 * may not be a person's is asked back before anybody is notified.
 */
export function respond(state: ConversationState, step: string, heard: Heard, at: Circumstances): Reply {
  const reply = followsFrom(state, step, heard, at)
  const isLast = reply.response !== null || ENDS.has(reply.move.name)
  if (Object.keys(state.moves).length < MAX_MOVES || isLast) return reply
  // What was heard counts; only another question does not follow it.
  const { moves, next } = state
  return { ...end({ ...reply.state, moves, next }, step, at), withdrawsAnswer: reply.withdrawsAnswer }
}

function followsFrom(state: ConversationState, step: string, heard: Heard, at: Circumstances): Reply {
  const move = state.moves[step] ?? moveOfEarlierVersion(step)
  const key = keyThatCounts(at.callType, heard.keys)
  const words = heard.speech.trim()
  if (move.name === 'ask_more') {
    // One 9 answers the question; two, or the words, are about the calls as everywhere.
    const refusal = isTwoNines(heard.keys) ? toRefusalKey(state, move, step, heard.keys, at) : null
    const spoken = refusal ?? toSpokenRefusal(state, move, step, { key, words }, at)
    return spoken ?? toAskedMore(state, move, step, { key, words }, at)
  }
  const consent = move.name === 'consent' ? toConsentKey(state, step, heard.keys, at) : null
  if (consent) return consent
  const refusal =
    toRefusalKey(state, move, step, heard.keys, at) ?? toSpokenRefusal(state, move, step, { key, words }, at)
  if (refusal) return refusal
  switch (move.name) {
    case 'listen':
    case 'wait':
    case 'screen':
    case 'hear_out':
    case 'greet':
    case 'announce':
      return beforeQuestion(state, move, step, { key, words }, at)
    case 'offer':
      return key === null ? toWords(state, move, step, words, at) : toOfferKey(state, step, key, at)
    case 'consent':
    case 'question':
      return key === null ? toWords(state, move, step, words, at) : toKey(state, step, key, at)
    case 'talk':
      return afterTalk(state, step, at)
    case 'confirm_help':
      return toConfirmation(state, step, { key, words }, at)
    case 'message':
      return afterMessage(state, move, step, { key, words }, at)
    case 'goodbye':
      return afterGoodbye(state, step, { key, words }, at)
    case 'refusal_offer':
      return afterRefusalOffer(state, move, step, { key, words }, at)
    case 'help_noted':
    case 'farewell':
    case 'refused':
    case 'declined':
      return follow(state, at, step, { name: 'farewell' })
  }
}

function toOfferKey(state: ConversationState, step: string, key: string, at: Circumstances): Reply {
  if (key === '1') {
    return follow({ ...state, isReminderAccepted: true }, at, step, { name: 'question', seconds: ANSWER_SECONDS })
  }
  // Known from earlier calls: the offer does not name it, so it is asked back.
  const isHelp = responseToKey(at.callType, key) === 'help'
  return isHelp ? askBackByKey(state, step, at) : notAChoice(state, step, key, at)
}

/** With these a call ends by itself; a question back about help is asked twice at most. */
const ENDS: ReadonlySet<MoveName> = new Set([
  'goodbye',
  'help_noted',
  'farewell',
  'confirm_help',
  'refused',
  'declined',
  'ask_more',
])

/** Steps of the version before, in documents that were handed over before an upgrade. */
function moveOfEarlierVersion(step: string): Move {
  const name: MoveName = step === 'voicemail' ? 'message' : 'question'
  return { name, serial: 0, lead: null, at: 0, key: null, seconds: ANSWER_SECONDS, about: null }
}

/** After the message: a key leads to the question; so do words that are no machine's. */
function afterMessage(
  state: ConversationState,
  move: Move,
  step: string,
  { key, words }: Said,
  at: Circumstances,
): Reply {
  // "If you are there, press 1": somebody is.
  if (key !== null) return introduce({ ...state, isPersonByKey: true, isMachineByWords: false }, step, at)
  if (words === '') return follow(state, at, step, { name: 'farewell' })
  const speaker = understandingIn(at.language).whatSpeaks(words, at.names)
  if (speaker === 'screening') return answerScreening(state, step, at)
  if (speaker === 'hold') return holdOn(state, move, step, at)
  // A machine is silent after its beep: help that is asked for now is asked for by a person, whatever plays beside it.
  if (understandingIn(at.language).meaningOf(words, at.names) === 'help') {
    return askBack(
      state,
      step,
      at,
      understandingIn(at.language).isPlainRequestForHelp(words, at.names) ? 'after_beep' : 'open',
    )
  }
  if (isNobody(speaker)) return leaveMessage(withSpeaker(state, speaker), at, step)
  return introduce(state, step, at)
}
