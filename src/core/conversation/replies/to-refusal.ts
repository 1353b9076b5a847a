import { understandingIn } from '../../understanding/understanding-in.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import { type About, type ConversationState, type Move, type MoveName, stopsByKey } from '../conversation-state.ts'
import {
  ANSWER_SECONDS,
  ask,
  askBackByKey,
  follow,
  introduce,
  isAnswered,
  isIntroduced,
  mayBeMachine,
  proceed,
} from '../next-moves.ts'
import { afterGoodbye } from './after-goodbye.ts'
import { keyThatCounts, responseToKey } from './answer-to-question.ts'
import { take, toKey, toWords } from './to-question.ts'

export const REFUSAL_KEY = '9'
/** After the offer has named it: help is asked for at the question that follows. */
const STOP_RECORDING_KEY = '2'
const STOP_TALKS_KEY = '3'

/** What else the offer to stop all calls can stop. */
export function alsoStops({ mayStopRecording, mayStopTalks, callType }: Circumstances): About | null {
  // Key 3 says of a reminder that there is a problem.
  const talks = mayStopTalks === true && callType !== 'medication_reminder'
  if (mayStopRecording) return talks ? 'recording_and_conversation' : 'recording'
  return talks ? 'conversation' : null
}

/** Whether 9 was pressed twice at once. */
export const isTwoNines = (keys: string): boolean => [...keys].filter((key) => key === REFUSAL_KEY).length > 1

/** Key 9 at any moment: the first is answered by what the second does, which ends all calls to this phone. Null without a 9, or with help. */
export function toRefusalKey(
  state: ConversationState,
  move: Move,
  step: string,
  keys: string,
  at: Circumstances,
): Reply | null {
  if (keyThatCounts(at.callType, keys) !== REFUSAL_KEY) return null
  const isSecond = move.name === 'refusal_offer' || isTwoNines(keys)
  if (isSecond) return follow(state, at, step, { name: 'refused', key: REFUSAL_KEY })
  const pressed: ConversationState = { ...state, silences: 0, isPersonByKey: true, isMachineByWords: false }
  const lead = isIntroduced(state) ? null : 'introduction'
  const about = alsoStops(at)
  const next = { name: 'refusal_offer', lead, about, key: REFUSAL_KEY, seconds: ANSWER_SECONDS } as const
  const offer = follow(pressed, at, step, next)
  // Any key shows that somebody is awake, this one too.
  const isAnswer = move.name === 'question' && responseToKey(at.callType, REFUSAL_KEY) !== null
  return isAnswer ? { ...offer, response: 'acknowledged' } : offer
}

/** In these words refuse nothing: nothing is asked any more, or a question about help comes first. */
const WITHOUT_REFUSAL: ReadonlySet<MoveName> = new Set([
  'confirm_help',
  'help_noted',
  'farewell',
  'refused',
  'declined',
])

/** "Stop calling me" said aloud: the offer of key 9, once, taken by that key, a yes or a repeat. Null without it, or from a machine. */
export function toSpokenRefusal(
  state: ConversationState,
  move: Move,
  step: string,
  { key, words }: Said,
  at: Circumstances,
): Reply | null {
  if (key !== null || words === '' || WITHOUT_REFUSAL.has(move.name) || mayBeMachine(state, at)) return null
  const isRefusal = understandingIn(at.language).isSpokenRefusal(words, at.names)
  if (move.name === 'refusal_offer') {
    return isRefusal || understandingIn(at.language).isBareYes(words)
      ? follow(state, at, step, { name: 'refused' })
      : null
  }
  const wasOffered = Object.values(state.moves).some(({ name, key: by }) => name === 'refusal_offer' && by === null)
  if (!isRefusal || wasOffered) return null
  const lead = isIntroduced(state) ? null : 'introduction'
  // Somebody has spoken: if no answer follows, that was no silence.
  const heard: ConversationState = { ...state, silences: 0, notUnderstood: state.notUnderstood + 1 }
  return follow(heard, at, step, { name: 'refusal_offer', lead, seconds: ANSWER_SECONDS })
}

/** Something else than 9 after the offer: it answers what was asked before it. */
export function afterRefusalOffer(
  state: ConversationState,
  move: Move,
  step: string,
  { key, words }: Said,
  at: Circumstances,
): Reply {
  const subject = subjectStopped(move, key)
  if (subject !== null) {
    const lead = subject === 'recording' ? 'recording_stopped' : 'talks_stopped'
    const stopped = isAnswered(state)
      ? follow(state, at, step, { name: 'goodbye', about: 'acknowledged', lead })
      : ask(state, step, lead, at)
    return { ...stopped, consent: { subject, state: 'withdrawn' } }
  }
  const before = Object.values(state.moves)
  if (isAnswered(state) && (key !== null || words !== '')) return afterGoodbye(state, step, { key, words }, at)
  if (isAnswered(state)) return proceed(state, step, at)
  // The first words of a talk name the keys of the question.
  const wasAsked = before.some(({ name }) => name === 'question' || name === 'talk')
  // A wake-up call has been answered by the key.
  if (wasAsked && at.callType === 'wake_up_call') return take(state, step, 'acknowledged', at, key ?? undefined)
  // At the offer of a reminder, and when asked about calls, a key for help is asked back: here too.
  const wasOffered = before.some(({ name }) => name === 'offer' || name === 'consent')
  const isHelp = key !== null && responseToKey(at.callType, key) === 'help'
  if (!wasAsked && wasOffered && isHelp) return askBackByKey(state, step, at)
  if (!wasAsked || (key === null && words === '')) {
    return wasAsked ? proceed(state, step, at) : introduce(state, step, at)
  }
  return key === null
    ? toWords(state, { ...move, name: 'question', lead: null }, step, words, at)
    : toKey(state, step, key, at)
}

function subjectStopped(move: Move, key: string | null): 'recording' | 'conversation' | null {
  if (key === STOP_RECORDING_KEY && stopsByKey(move, 'recording')) return 'recording'
  return key === STOP_TALKS_KEY && stopsByKey(move, 'conversation') ? 'conversation' : null
}
