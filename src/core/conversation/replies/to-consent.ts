import { understandingIn } from '../../understanding/understanding-in.ts'
import type { Circumstances, Reply, Said } from '../circumstances.ts'
import { askedMoreAbout, type ConversationState, type Move } from '../conversation-state.ts'
import { ask, askBack, follow, GOODBYE_SECONDS, MAX_REPEATS } from '../next-moves.ts'
import { afterGoodbye } from './after-goodbye.ts'
import { responseToKey } from './answer-to-question.ts'
import { notAChoice } from './to-question.ts'
import { isTwoNines } from './to-refusal.ts'

const YES_KEY = '1'
const NO_KEY = '9'

/**
 * A key pressed when somebody is asked whether calls are all right: 1 agrees, and the question of the call follows at once; 9
 * declines for this family alone. A key for help is asked back: here it was not offered. Null without a key, and for two
 * nines: they refuse all calls.
 */
export function toConsentKey(state: ConversationState, step: string, keys: string, at: Circumstances): Reply | null {
  const key = [...keys.trim()].at(-1)
  if (key === undefined || isTwoNines(keys)) return null
  const heard: ConversationState = { ...state, isPersonByKey: true, isMachineByWords: false, silences: 0 }
  if (key === YES_KEY) {
    const agreed: ConversationState = { ...heard, isConsented: true, questionsHeard: 0 }
    return { ...ask(agreed, step, 'thanks', at, key), consent: { subject: 'calls', state: 'agreed' } }
  }
  if (key === NO_KEY) {
    return { ...follow(heard, at, step, { name: 'declined', key }), consent: { subject: 'calls', state: 'declined' } }
  }
  const isHelp = at.callType !== 'wake_up_call' && responseToKey(at.callType, key) === 'help'
  return isHelp ? askBack(heard, step, at) : notAChoice(heard, step, key, at)
}

/**
 * After what is asked at the end: 1 agrees once the question was said to its end, 9 declines, a request for help counts as
 * always, and anything else is no answer.
 */
export function toAskedMore(
  state: ConversationState,
  move: Move,
  step: string,
  { key, words }: Said,
  at: Circumstances,
): Reply {
  const subject = askedMoreAbout(move)
  const isHelp =
    key === null
      ? understandingIn(at.language).meaningOf(words, at.names) === 'help'
      : at.callType !== 'wake_up_call' && responseToKey(at.callType, key) === 'help'
  if (isHelp) return afterGoodbye(state, step, { key, words }, at)
  // Pressed twice for the question before, the key says nothing about this one.
  const isTooEarly = key === YES_KEY && !at.isPlayedToEnd
  if ((isTooEarly || (key === null && words !== '')) && state.repeats < MAX_REPEATS) {
    const lead = isTooEarly ? 'cut_short' : 'key_needed'
    return follow({ ...state, repeats: MAX_REPEATS }, at, step, { name: 'ask_more', about: subject, lead })
  }
  const goodbye = follow(state, at, step, { name: 'goodbye', about: 'acknowledged', seconds: GOODBYE_SECONDS, key })
  const decided = key === YES_KEY && !isTooEarly ? 'agreed' : key === NO_KEY ? 'declined' : 'not_asked'
  return { ...goodbye, consent: { subject, state: decided } }
}
