import { type AnsweredBy, isMachine, type Response } from '../call-policy/attempt-outcome.ts'
import type { Heard } from '../call-script/answer.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import { isPlainRequestForHelp } from '../understanding/certainty-of-help.ts'
import { isHesitation } from '../understanding/is-hesitation.ts'
import { isWholeAnswer } from '../understanding/is-whole-answer.ts'
import { type Meaning, meaningOf } from '../understanding/meaning-of.ts'
import { spokenDigit } from '../understanding/spoken-digit.ts'
import { wantsHelp } from '../understanding/wants-help.ts'
import { isNobody, type Speaker, whatSpeaks } from '../understanding/what-speaks.ts'
import { responseToKey, responseToMeaning } from './answer-to-question.ts'
import {
  type ConversationState,
  isAskedDeaf,
  type Lead,
  type Move,
  type MoveName,
  stepOf,
} from './conversation-state.ts'

/** What is known beside the conversation when somebody answers. */
export interface Circumstances {
  callType: CallType
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
  /** In milliseconds. */
  now: number
}

/** What follows from something heard. */
export interface Reply {
  state: ConversationState
  move: Move
  /** What it answers; null where it answers nothing. */
  response: Response | null
  /** It was a machine that had said the all-clear: the answer in words was none. */
  withdrawsAnswer?: boolean
}

/** Questions that are played to their end at most. */
const MOST_QUESTIONS = 3
/** Questions repeated at most that use up nothing: with the others about two minutes. */
const MOST_REPEATS = 4
const MOST_WAITS = 4
const SILENCES_TO_END = 2

const LISTEN_SECONDS = 2
const ANSWER_SECONDS = 8
const CONFIRM_SECONDS = 7
const WAIT_SECONDS = 20
/** After somebody has begun to speak. */
const GO_ON_SECONDS = 4
const SCREEN_SECONDS = 30
const AFTER_MESSAGE_SECONDS = 10
/** What is said into the goodbye still counts. */
const GOODBYE_SECONDS = 2

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
  const move = state.moves[step] ?? moveOfEarlierVersion(step)
  const key = heard.keys.trim().at(-1) ?? null
  const words = heard.speech.trim()
  switch (move.name) {
    case 'listen':
    case 'wait':
    case 'screen':
    case 'hear_out':
    case 'announce':
      return beforeQuestion(state, move, step, { key, words }, at)
    case 'offer':
      return key === null
        ? toWords(state, move, step, words, at)
        : follow(state, at, step, { name: 'question', seconds: ANSWER_SECONDS })
    case 'question':
      return key === null ? toWords(state, move, step, words, at) : toKey(state, step, key, at)
    case 'confirm_help':
      return toConfirmation(state, step, { key, words }, at)
    case 'message':
      return afterMessage(state, move, step, { key, words }, at)
    case 'goodbye':
      return afterGoodbye(state, step, { key, words }, at)
    case 'help_noted':
    case 'farewell':
      return follow(state, at, step, { name: 'farewell' })
  }
}

interface Said {
  key: string | null
  words: string
}

/** Steps of the version before, in documents that were handed over before an upgrade. */
function moveOfEarlierVersion(step: string): Move {
  const name: MoveName = step === 'voicemail' ? 'message' : 'question'
  return { name, serial: 0, lead: null, at: 0, key: null, seconds: ANSWER_SECONDS, about: null }
}

function beforeQuestion(state: ConversationState, move: Move, step: string, said: Said, at: Circumstances): Reply {
  if (move.name === 'announce') {
    return ask({ ...state, isAnnounced: true }, step, null, at)
  }
  const { key, words } = said
  // A key proves that something can beep, and answers no question: none has been asked.
  if (key !== null) return introduce(state, step, at)
  if (words === '') return move.name === 'hear_out' ? leaveMessage(state, at, step) : introduce(state, step, at)
  const speaker = whatSpeaks(words)
  if (speaker === 'screening') return answerScreening(state, step, at)
  if (speaker === 'hold') return holdOn(state, move, step, at)
  const meaning = meaningOf(words, at.names)
  // Beside the words of a machine, too: its greeting cries for nobody, but somebody may cry beside it.
  if (meaning === 'help') return askBack(withSpeaker(state, speaker), step, at)
  if (isNobody(speaker)) return hearOut(withSpeaker(state, speaker), step, at)
  // The next sentence of a greeting need not sound like a machine's: only what is a person's for certain takes us out.
  if (move.name === 'hear_out' && !isOfPerson(meaning)) return hearOut(state, step, at)
  return introduce(state, step, at)
}

const isOfPerson = (meaning: Meaning | null): boolean =>
  meaning === 'greeting' || meaning === 'pardon' || meaning === 'who_is_it'

/** A reception is no machine: whether anybody was reached is not settled by it. */
function withSpeaker(state: ConversationState, speaker: Speaker | null): ConversationState {
  return speaker === 'machine' && !state.isPersonByKey ? { ...state, isMachineByWords: true } : state
}

/** Who is calling, and the question. */
function introduce(state: ConversationState, step: string, at: Circumstances): Reply {
  if (at.isRecorded && !state.isAnnounced) return follow(state, at, step, { name: 'announce' })
  return ask(state, step, 'introduction', at)
}

function ask(state: ConversationState, step: string, lead: Lead | null, at: Circumstances, key?: string): Reply {
  const name = at.hasReminder && !hasHeardReminder(state) ? 'offer' : 'question'
  return follow(state, at, step, { name, lead, seconds: ANSWER_SECONDS, key: key ?? null })
}

/** A key was pressed after the offer: only then is the reminder said. */
const hasHeardReminder = (state: ConversationState): boolean =>
  Object.values(state.moves).some(({ name }) => name === 'question')

function toKey(state: ConversationState, step: string, key: string, at: Circumstances): Reply {
  const response = responseToKey(at.callType, key)
  const heard: ConversationState = { ...state, questionsHeard: state.questionsHeard + 1, silences: 0 }
  if (response === null) return askAgain(heard, step, 'not_a_choice', at, key)
  return take({ ...heard, helpDoubt: null, isAnsweredInWords: false }, step, response, at, key)
}

function take(state: ConversationState, step: string, response: Response, at: Circumstances, key?: string): Reply {
  if (response === 'help') {
    const told: ConversationState = { ...state, helpDoubt: null }
    return { ...follow(told, at, step, { name: 'help_noted', key: key ?? null }), response }
  }
  const about = response === 'not_yet' ? 'not_yet' : 'acknowledged'
  return {
    ...follow(state, at, step, { name: 'goodbye', about, seconds: GOODBYE_SECONDS, key: key ?? null }),
    response,
  }
}

/** Words, or silence, after a question. */
function toWords(state: ConversationState, move: Move, step: string, words: string, at: Circumstances): Reply {
  if (words === '') return afterSilence(state, step, at)
  const speaker = whatSpeaks(words)
  const meaning = meaningOf(words, at.names)
  if (isNobody(speaker) && meaning === 'help') return askBack(withSpeaker(state, speaker), step, at)
  if (speaker === 'screening') return answerScreening(state, step, at)
  // Where a person has shown to be there, what talks on is a television beside them.
  if (isNobody(speaker) && !state.isPersonByKey) return hearOut(withSpeaker(state, speaker), step, at)
  if (speaker === 'hold') return holdOn(state, move, step, at)
  // Where we have just begun to listen, the beginning of what is said may be lost.
  const isCutOff = isAskedDeaf(move) || move.lead === 'go_on'
  const isPlayedToEnd = at.isPlayedToEnd || isCutOff
  const isHeardWhole = !isCutOff || isWholeAnswer(words)
  const digit = spokenDigit(words, at.names)
  if (move.name === 'question' && digit !== null && responseToKey(at.callType, digit) !== null) {
    return toAnswerInWords(state, step, responseToKey(at.callType, digit) ?? 'help', at, {
      isPlayedToEnd,
      isHeardWhole: true,
      isPlain: true,
    })
  }
  const response =
    meaning && (move.name === 'question' || meaning === 'help') && responseToMeaning(at.callType, meaning)
  if (response) {
    return toAnswerInWords(state, step, response, at, {
      isPlayedToEnd,
      isHeardWhole,
      isPlain: isPlainRequestForHelp(words, at.names),
    })
  }
  // The provider hands over what was said at the first pause: the answer is yet to come.
  if (isPlayedToEnd && isHesitation(words) && state.waits < MOST_WAITS) {
    return follow({ ...state, waits: state.waits + 1, silences: 0 }, at, step, {
      name: move.name,
      lead: 'go_on',
      seconds: GO_ON_SECONDS,
    })
  }
  if (isOfPerson(meaning)) return repeat(state, step, 'who_is_calling', at)
  // "Yes" to the offer of a reminder: it is for a person, and only a key proves one.
  if (move.name === 'offer' && meaning !== null) return repeat(state, step, 'key_needed', at)
  const unclear: ConversationState = { ...state, notUnderstood: state.notUnderstood + 1, silences: 0 }
  if (!isPlayedToEnd) return repeat(unclear, step, 'interrupted', at)
  return askAgain({ ...unclear, questionsHeard: state.questionsHeard + 1 }, step, 'not_understood', at)
}

function toAnswerInWords(
  state: ConversationState,
  step: string,
  response: Response,
  at: Circumstances,
  { isPlayedToEnd, isHeardWhole, isPlain }: { isPlayedToEnd: boolean; isHeardWhole: boolean; isPlain: boolean },
): Reply {
  if (response === 'help') {
    const isCertain = isPlayedToEnd && isPlain && !mayBeMachine(state, at) && at.verdict === 'human'
    return isCertain ? take({ ...state, isAnsweredInWords: true }, step, 'help', at) : askBack(state, step, at)
  }
  if (!isPlayedToEnd || !isHeardWhole) return repeat(state, step, 'cut_short', at)
  const heard: ConversationState = { ...state, questionsHeard: state.questionsHeard + 1, silences: 0 }
  if (mayBeMachine(state, at)) return askAgain(heard, step, 'key_needed', at)
  return take({ ...heard, helpDoubt: null, isAnsweredInWords: true }, step, response, at)
}

const mayBeMachine = (state: ConversationState, { verdict }: Circumstances): boolean => isMachine(verdict, state)

function afterSilence(state: ConversationState, step: string, at: Circumstances): Reply {
  const silent = { ...state, questionsHeard: state.questionsHeard + 1, silences: state.silences + 1 }
  if (silent.silences >= SILENCES_TO_END) return end(silent, step, at)
  return askAgain(silent, step, 'nothing_heard', at)
}

/** The question once more, if it was not heard often enough. */
function askAgain(state: ConversationState, step: string, lead: Lead, at: Circumstances, key?: string): Reply {
  return state.questionsHeard >= MOST_QUESTIONS ? end(state, step, at) : ask(state, step, lead, at, key)
}

/** The question once more, which uses up nothing. */
function repeat(state: ConversationState, step: string, lead: Lead, at: Circumstances): Reply {
  // Somebody speaks, and never comes to an answer: that is no silence.
  if (state.repeats >= MOST_REPEATS) return end({ ...state, notUnderstood: state.notUnderstood + 1 }, step, at)
  return ask({ ...state, repeats: state.repeats + 1, silences: 0 }, step, lead, at)
}

function end(state: ConversationState, step: string, at: Circumstances): Reply {
  // Nothing about help is said to what may be a machine.
  const isPerson = !mayBeMachine(state, at)
  const about =
    isPerson && state.helpDoubt ? 'may_need_help' : isPerson && state.notUnderstood > 0 ? 'not_understood' : 'no_answer'
  return follow(state, at, step, { name: 'farewell', about })
}

/** Words that may ask for help, and may be a machine's or a television's: nobody is notified before they were asked back. */
function askBack(
  state: ConversationState,
  step: string,
  at: Circumstances,
  doubt: 'open' | 'after_beep' = 'open',
): Reply {
  const isIntroduced = Object.values(state.moves).some(
    ({ name, lead }) => name === 'announce' || lead === 'introduction' || lead === 'who_is_calling',
  )
  return follow({ ...state, helpDoubt: doubt, silences: 0 }, at, step, {
    name: 'confirm_help',
    lead: isIntroduced ? null : 'introduction',
    seconds: CONFIRM_SECONDS,
  })
}

function toConfirmation(state: ConversationState, step: string, { key, words }: Said, at: Circumstances): Reply {
  const digit = key ?? spokenDigit(words, at.names)
  const wants = digit === null ? confirmsHelp(words, at.names) : saysHelp(digit, at.callType)
  if (wants === true) return take({ ...state, isAnsweredInWords: key === null }, step, 'help', at, key ?? undefined)
  // On with the question: "1" says that help was not asked for, and nothing about what the call is for.
  if (wants === false) return proceed({ ...state, helpDoubt: null }, step, at)
  const speaker = whatSpeaks(words)
  return isNobody(speaker) ? hearOut(withSpeaker(state, speaker), step, at) : proceed(state, step, at)
}

/** A television goes on crying for help when it is asked: only a plain request confirms one, or a yes. */
function confirmsHelp(words: string, names: readonly string[]): boolean | null {
  if (meaningOf(words, names) === 'help' && !isPlainRequestForHelp(words, names)) return null
  return wantsHelp(words, names)
}

function saysHelp(digit: string, callType: CallType): boolean | null {
  if (digit === '2' || (callType === 'medication_reminder' && digit === '3')) return true
  return digit === '1' ? false : null
}

/** On with the question, after who is calling where that was not said yet. */
function proceed(state: ConversationState, step: string, at: Circumstances): Reply {
  // An answer stands already: the doubt came up while goodbye was said.
  if (Object.values(state.moves).some(({ name }) => name === 'goodbye')) {
    return follow(state, at, step, { name: 'farewell', about: state.helpDoubt ? 'may_need_help' : null })
  }
  const wasAsked = Object.values(state.moves).some(({ name }) => name === 'question' || name === 'offer')
  if (!wasAsked) return introduce(state, step, at)
  return state.questionsHeard >= MOST_QUESTIONS ? end(state, step, at) : ask(state, step, null, at)
}

function answerScreening(state: ConversationState, step: string, at: Circumstances): Reply {
  if (state.waits >= MOST_WAITS) return end(state, step, at)
  return follow({ ...state, isScreened: true, waits: state.waits + 1 }, at, step, {
    name: 'screen',
    lead: 'introduction',
    seconds: SCREEN_SECONDS,
  })
}

/** "Hang on, I'll get her", or the screen's "please stay on the line". */
function holdOn(state: ConversationState, move: Move, step: string, at: Circumstances): Reply {
  if (state.waits >= MOST_WAITS) return introduce(state, step, at)
  const waiting: ConversationState = { ...state, waits: state.waits + 1, silences: 0 }
  return move.name === 'screen'
    ? follow(waiting, at, step, { name: 'screen', seconds: SCREEN_SECONDS })
    : follow(waiting, at, step, { name: 'wait', seconds: WAIT_SECONDS })
}

/** A machine speaks: no sorry and no question into it. Where no verdict will come, a short silence is its end. */
function hearOut(state: ConversationState, step: string, at: Circumstances): Reply {
  if (state.waits >= MOST_WAITS || state.next.verdict !== undefined) return leaveMessage(state, at, step)
  const hasVerdict = at.verdict === 'human' || at.verdict === 'unknown'
  return follow({ ...state, waits: state.waits + 1 }, at, step, {
    name: 'hear_out',
    seconds: hasVerdict ? LISTEN_SECONDS : WAIT_SECONDS,
  })
}

function leaveMessage(state: ConversationState, at: Pick<Circumstances, 'now' | 'isMessageLeft'>, step: string): Reply {
  const said = Object.values(state.moves).filter(({ name }) => name === 'message')
  if (said.length >= MOST_WAITS) return follow(state, at, step, { name: 'farewell' })
  const about = said.length > 0 ? 'silent' : at.isMessageLeft ? 'short' : 'full'
  return follow(state, at, step, { name: 'message', about, seconds: AFTER_MESSAGE_SECONDS })
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
  const speaker = whatSpeaks(words)
  if (speaker === 'screening') return answerScreening(state, step, at)
  if (speaker === 'hold') return holdOn(state, move, step, at)
  // A machine is silent after its beep: help that is asked for now is asked for by a person, whatever plays beside it.
  if (meaningOf(words, at.names) === 'help') {
    return askBack(state, step, at, isPlainRequestForHelp(words, at.names) ? 'after_beep' : 'open')
  }
  if (isNobody(speaker)) return leaveMessage(withSpeaker(state, speaker), at, step)
  return introduce(state, step, at)
}

/** "I'm fine … but I've had a fall", and a 2 after a hasty 1. Help beats what was before; nothing else changes it. */
function afterGoodbye(state: ConversationState, step: string, { key, words }: Said, at: Circumstances): Reply {
  const digit = key ?? spokenDigit(words, at.names)
  const asksForHelp = digit !== null && at.callType !== 'wake_up_call' && responseToKey(at.callType, digit) === 'help'
  if (asksForHelp) return take({ ...state, isAnsweredInWords: key === null }, step, 'help', at, key ?? undefined)
  if (words !== '' && meaningOf(words, at.names) === 'help') {
    const isCertain = at.verdict === 'human' && !state.isMachineByWords
    return isCertain ? take({ ...state, isAnsweredInWords: true }, step, 'help', at) : askBack(state, step, at)
  }
  // "Hello? … Yes? … Just joking, leave a message": the words before were the machine's, too.
  if (words !== '' && state.isAnsweredInWords && whatSpeaks(words) === 'machine') {
    const heard: ConversationState = { ...state, isMachineByWords: true, isAnsweredInWords: false }
    return { ...hearOut(heard, step, at), withdrawsAnswer: true }
  }
  return follow(state, at, step, { name: 'farewell' })
}

type Next = Pick<Move, 'name'> & Partial<Move>

function follow(state: ConversationState, { now }: Pick<Circumstances, 'now'>, step: string, next: Next): Reply {
  const serial = Object.keys(state.moves).length + 1
  const move: Move = { lead: null, key: null, seconds: ANSWER_SECONDS, about: null, ...next, serial, at: now }
  const name = stepOf(move)
  return {
    state: { ...state, moves: { ...state.moves, [name]: move }, next: { ...state.next, [step]: name } },
    move,
    response: null,
  }
}
