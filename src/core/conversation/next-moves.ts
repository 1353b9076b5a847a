import { isMachine } from '../call-policy/attempt-outcome.ts'
import type { Speaker } from '../understanding/what-speaks.ts'
import type { Circumstances, Reply } from './circumstances.ts'
import { type ConversationState, type Lead, type Move, stepOf } from './conversation-state.ts'

/** Questions that are played to their end at most. */
export const MAX_QUESTIONS = 3
/** Questions repeated at most that use up nothing: with the others about two minutes. */
export const MAX_REPEATS = 4
export const MAX_WAITS = 4
const MAX_MESSAGES = 4
export const SILENCES_TO_END = 2
/** How often somebody is asked whether they asked for help. */
const MAX_ASK_BACKS = 2
/** A call ends after so many moves, whatever is heard. */
export const MAX_MOVES = 20

export const LISTEN_SECONDS = 2
export const ANSWER_SECONDS = 8
export const CONFIRM_SECONDS = 7
export const WAIT_SECONDS = 20
/** After somebody has begun to speak. */
export const GO_ON_SECONDS = 4
export const SCREEN_SECONDS = 30
export const AFTER_MESSAGE_SECONDS = 10
/** What is said into the goodbye still counts. */
export const GOODBYE_SECONDS = 2

export const mayBeMachine = (state: ConversationState, { verdict }: Circumstances): boolean => isMachine(verdict, state)

type Next = Pick<Move, 'name'> & Partial<Move>

/** The reply that goes on with a move, and the state that remembers it as what follows `step`. */
export function follow(state: ConversationState, { now }: Pick<Circumstances, 'now'>, step: string, next: Next): Reply {
  const serial = Object.keys(state.moves).length + 1
  const move: Move = { lead: null, key: null, seconds: ANSWER_SECONDS, about: null, ...next, serial, at: now }
  const name = stepOf(move)
  return {
    state: { ...state, moves: { ...state.moves, [name]: move }, next: { ...state.next, [step]: name } },
    move,
    response: null,
  }
}

/** Who is calling, and the question; before it a greeting in a member's own voice, for people who have agreed to calls. */
export function introduce(state: ConversationState, step: string, at: Circumstances): Reply {
  if (at.playsGreeting === true && mayBeGreeted(state, at)) return follow(state, at, step, { name: 'greet' })
  if (at.isRecorded && !state.isAnnounced) return follow(state, at, step, { name: 'announce' })
  return ask(state, step, 'introduction', at)
}

export function ask(state: ConversationState, step: string, lead: Lead | null, at: Circumstances, key?: string): Reply {
  const isFirst = at.asksConsent === true && !state.isConsented
  if (!isFirst && mayBeginTalk(state, lead, at))
    return follow(state, at, step, { name: 'talk', lead: state.isAnnounced ? null : 'introduction' })
  const name = isFirst ? 'consent' : at.hasReminder && !hasHeardReminder(state) ? 'offer' : 'question'
  return follow(state, at, step, { name, lead, seconds: ANSWER_SECONDS, key: key ?? null })
}

/** Once in a call, before anything of ours was said, and where nothing says that a machine listens. */
function mayBeGreeted(state: ConversationState, at: Circumstances): boolean {
  if (at.asksConsent === true || mayBeMachine(state, at) || state.uncertainHelp !== null) return false
  return !isIntroduced(state) && !Object.values(state.moves).some(({ name }) => name === 'greet')
}

/** A talk takes the place of the first question, where nothing says that a machine listens and nothing is left to clear up. */
function mayBeginTalk(state: ConversationState, lead: Lead | null, at: Circumstances): boolean {
  // Talks are held, and guarded, in English.
  if (at.language !== 'en-AU') return false
  if (at.mayTalk !== true || at.hasReminder || mayBeMachine(state, at) || state.uncertainHelp !== null) return false
  if (lead !== null && lead !== 'introduction') return false
  return !Object.values(state.moves).some(({ name }) => ASKS.has(name) || name === 'refusal_offer')
}

/** The question once more, if it was not heard often enough. */
export function askAgain(state: ConversationState, step: string, lead: Lead, at: Circumstances, key?: string): Reply {
  return state.questionsHeard >= MAX_QUESTIONS ? end(state, step, at) : ask(state, step, lead, at, key)
}

/** The question once more, which uses up nothing. */
export function repeat(state: ConversationState, step: string, lead: Lead, at: Circumstances): Reply {
  // Somebody speaks, and never comes to an answer: that is no silence.
  if (state.repeats >= MAX_REPEATS) return end({ ...state, notUnderstood: state.notUnderstood + 1 }, step, at)
  return ask({ ...state, repeats: state.repeats + 1, silences: 0 }, step, lead, at)
}

/** Says goodbye without an answer. */
export function end(state: ConversationState, step: string, at: Circumstances): Reply {
  // Nothing about help is said to what may be a machine.
  const isPerson = !mayBeMachine(state, at)
  const about =
    isPerson && state.uncertainHelp
      ? 'may_need_help'
      : isPerson && state.notUnderstood > 0
        ? 'not_understood'
        : 'no_answer'
  return follow(state, at, step, { name: 'farewell', about })
}

/** Words that may ask for help, and may be a machine's or a television's: nobody is notified before they were asked back. */
export function askBack(
  state: ConversationState,
  step: string,
  at: Circumstances,
  uncertainHelp: 'open' | 'after_beep' = 'open',
): Reply {
  const uncertain: ConversationState = { ...state, uncertainHelp, silences: 0 }
  const times = Object.values(state.moves).filter(({ name }) => name === 'confirm_help').length
  if (times >= MAX_ASK_BACKS)
    return askAgain({ ...uncertain, questionsHeard: state.questionsHeard + 1 }, step, 'not_understood', at)
  return follow(uncertain, at, step, {
    name: 'confirm_help',
    lead: isIntroduced(state) ? null : 'introduction',
    seconds: CONFIRM_SECONDS,
  })
}

/** As `askBack`, after a key for help that was not offered: a person pressed it, perhaps by mistake. */
export function askBackByKey(state: ConversationState, step: string, at: Circumstances): Reply {
  return askBack({ ...state, isPersonByKey: true, isMachineByWords: false }, step, at)
}

/** Whether it was said who is calling. */
export function isIntroduced({ moves }: ConversationState): boolean {
  return Object.values(moves).some(
    ({ name, lead }) => name === 'announce' || name === 'talk' || lead === 'introduction' || lead === 'who_is_calling',
  )
}

const ASKS: ReadonlySet<string> = new Set(['consent', 'question', 'offer', 'talk'])

const isThanked = ({ moves }: ConversationState): boolean =>
  Object.values(moves).some(({ name }) => name === 'goodbye' || name === 'ask_more')

/** Whether an answer was thanked for, or taken in a talk. */
export const isAnswered = (state: ConversationState): boolean => state.isAnsweredInTalk || isThanked(state)

/** On with the question, after who is calling where that was not said yet. */
export function proceed(state: ConversationState, step: string, at: Circumstances): Reply {
  // An answer stands already: the unclear words came while goodbye was said.
  if (isAnswered(state)) {
    if (state.uncertainHelp) return follow(state, at, step, { name: 'farewell', about: 'may_need_help' })
    // An answer in a talk was not thanked for yet.
    return isThanked(state)
      ? follow(state, at, step, { name: 'farewell' })
      : follow(state, at, step, { name: 'goodbye', about: 'acknowledged', seconds: GOODBYE_SECONDS })
  }
  const wasAsked = Object.values(state.moves).some(({ name }) => ASKS.has(name))
  if (!wasAsked) return introduce(state, step, at)
  return state.questionsHeard >= MAX_QUESTIONS ? end(state, step, at) : ask(state, step, null, at)
}

/** Tells a phone that asks who is calling, and waits for somebody to take the call. */
export function answerScreening(state: ConversationState, step: string, at: Circumstances): Reply {
  if (state.waits >= MAX_WAITS) return end(state, step, at)
  return follow({ ...state, isScreened: true, waits: state.waits + 1 }, at, step, {
    name: 'screen',
    lead: 'introduction',
    seconds: SCREEN_SECONDS,
  })
}

/** "Hang on, I'll get her", or the screen's "please stay on the line". */
export function holdOn(state: ConversationState, move: Move, step: string, at: Circumstances): Reply {
  if (state.waits >= MAX_WAITS) return introduce(state, step, at)
  const waiting: ConversationState = { ...state, waits: state.waits + 1, silences: 0 }
  return move.name === 'screen'
    ? follow(waiting, at, step, { name: 'screen', seconds: SCREEN_SECONDS })
    : follow(waiting, at, step, { name: 'wait', seconds: WAIT_SECONDS })
}

/** A machine speaks: no sorry and no question into it. Where no verdict will come, a short silence is its end. */
export function hearOut(state: ConversationState, step: string, at: Circumstances): Reply {
  if (state.waits >= MAX_WAITS || state.next.verdict !== undefined) return leaveMessage(state, at, step)
  const hasVerdict = at.verdict === 'human' || at.verdict === 'unknown'
  return follow({ ...state, waits: state.waits + 1 }, at, step, {
    name: 'hear_out',
    seconds: hasVerdict ? LISTEN_SECONDS : WAIT_SECONDS,
  })
}

/** Leaves a message on a machine: the full one first, a short one where another call has left it, then silence. */
export function leaveMessage(
  state: ConversationState,
  at: Pick<Circumstances, 'now' | 'isMessageLeft'>,
  step: string,
): Reply {
  const said = Object.values(state.moves).filter(({ name }) => name === 'message')
  if (said.length >= MAX_MESSAGES) return follow(state, at, step, { name: 'farewell' })
  const about = said.length > 0 ? 'silent' : at.isMessageLeft ? 'short' : 'full'
  return follow(state, at, step, { name: 'message', about, seconds: AFTER_MESSAGE_SECONDS })
}

/** A reception is no machine: whether anybody was reached is not settled by it. */
export function withSpeaker(state: ConversationState, speaker: Speaker | null): ConversationState {
  return speaker === 'machine' && !state.isPersonByKey ? { ...state, isMachineByWords: true } : state
}

/** A key was pressed after the offer: only then is the reminder said. */
const hasHeardReminder = (state: ConversationState): boolean =>
  Object.values(state.moves).some(({ name }) => name === 'question')
