import type { Circumstances } from '#core/conversation/circumstances.ts'
import { type ConversationState, NEW_CONVERSATION } from '#core/conversation/conversation-state.ts'
import { respond } from '#core/conversation/respond.ts'
import { meaningOf } from '#core/understanding/meaning-of.ts'

/** What the call makes of a finished turn. */
export interface Verdict {
  /** Help was asked for, or may have been: the call notes it or asks back. */
  isHelp: boolean
  isAnswered: boolean
  endsTalk: boolean
}

/** Judges the turns of one talk by the rules of the call. What plays this part in the product can be put in its place. */
export type Judge = (words: string) => Verdict

export const NAMES = ['Margaret', 'Robyn']
const STEP = 'question 1'
const AT: Circumstances = {
  callType: 'daily_check_in',
  verdict: 'human',
  names: NAMES,
  isRecorded: false,
  hasReminder: false,
  isPlayedToEnd: true,
  isMessageLeft: false,
  now: 0,
}
const ASKED: ConversationState = {
  ...NEW_CONVERSATION,
  moves: { [STEP]: { name: 'question', serial: 1, lead: null, at: 0, key: null, seconds: 8, about: null } },
}

/** By the rules of the plain question, of which only help, a refusal, a machine and a whole all-clear count in a talk. */
export const judgeByQuestion: Judge = (words) => {
  const { move, response } = respond(ASKED, STEP, { speech: words, keys: '' }, AT)
  const isHelp = response === 'help' || move.name === 'confirm_help'
  const isAnswered = response === 'acknowledged' && meaningOf(words, NAMES) === 'fine'
  const endsTalk = isHelp || ['refusal_offer', 'hear_out', 'screen', 'message'].includes(move.name)
  return { isHelp, isAnswered, endsTalk }
}
