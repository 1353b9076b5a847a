import type { Circumstances } from '#core/conversation/circumstances.ts'
import { NEW_CONVERSATION, stepOf } from '#core/conversation/conversation-state.ts'
import { duringTalk } from '#core/conversation/replies/during-talk.ts'
import { open, respond } from '#core/conversation/respond.ts'

/** What the call makes of a finished turn. */
export interface Verdict {
  /** Help was asked for, or may have been: the call notes it or asks back. */
  isHelp: boolean
  isAnswered: boolean
  endsTalk: boolean
}

/** Judges the turns of one talk, one after the other, by the rules of the call. */
export interface Judge {
  /** `isPlayedToEnd`: they did not speak into the first words. `together`: with what they said before, where no reply was spoken. */
  heard(words: string, during: { isPlayedToEnd: boolean; together: string | null }): Verdict
}

export const NAMES = ['Margaret', 'Robyn']
const AT: Circumstances = {
  callType: 'daily_check_in',
  language: 'en-AU',
  verdict: 'human',
  names: NAMES,
  isRecorded: false,
  hasReminder: false,
  isPlayedToEnd: true,
  isMessageLeft: false,
  mayTalk: true,
  now: 0,
}

/** The judgement of a talk that has just begun: `duringTalk`, as in a call that was picked up with a hello. */
export function judgeOfTalk(): Judge {
  const picked = open(NEW_CONVERSATION, { now: 0 })
  const begun = respond(picked.state, stepOf(picked.move), { keys: '', speech: 'hello?' }, AT)
  if (begun.move.name !== 'talk') throw new Error(`The call begins with ${begun.move.name}`)
  const step = stepOf(begun.move)
  let { state } = begun
  return {
    heard(words, { isPlayedToEnd, together }) {
      const reply = duringTalk(state, step, { keys: '', speech: words, together }, { ...AT, isPlayedToEnd })
      state = reply.state
      return {
        isHelp: reply.response === 'help' || reply.move?.name === 'confirm_help',
        isAnswered: state.isAnsweredInTalk,
        endsTalk: reply.endsTalk,
      }
    },
  }
}
