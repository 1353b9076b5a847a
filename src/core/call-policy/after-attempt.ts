import type { AsksBy, AttemptOutcome, NotReachedStatus } from '../calls/call-vocabulary.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'
import { timesInWords } from '../format/times-in-words.ts'

/** How often a medication reminder may be answered with "not yet" before a person is notified. */
export const MAX_NOT_YET = 4
const NOT_YET_DELAY_SECONDS = 15 * 60

export interface CallSoFar {
  /** Tries that count as an attempt, this one included: not those whose phone was in use by another call of ours. */
  countedTries: number
  /** How often the person said "not yet", this time included. */
  notYetCount: number
  /** Whether any attempt of this call was acknowledged (a late callback may report it after a retry has begun). */
  acknowledged: boolean
  /** Dials allowed in all, the first included. */
  maxAttempts: number
  retryDelaySeconds: number
  /** Whether a message was left on an answering machine. */
  messageLeft: boolean
  /** The phone asks unknown callers who they are. */
  isScreened?: boolean
  /** We stopped the ringing, since the phone refused calls meanwhile; the call itself goes on. */
  isStopped?: boolean
  /** How it asks; by default by ringing. */
  asksBy?: AsksBy
  /** For the sentence about what is not done yet: "Margaret Hartley". */
  name: string
}

type AfterAttempt =
  | { kind: 'retry'; inSeconds: number }
  | { kind: 'done'; status: 'completed'; reason: null }
  | { kind: 'done'; status: NotReachedStatus; reason: string }

/** What follows an attempt that ended with `outcome`. Rejected numbers are not asked again: it would not help. */
export function afterAttempt(outcome: AttemptOutcome, call: CallSoFar): AfterAttempt {
  if (call.acknowledged || outcome === 'acknowledged' || outcome === 'help') {
    return { kind: 'done', status: 'completed', reason: null }
  }
  if (outcome === 'rejected') {
    return {
      kind: 'done',
      status: 'failed',
      reason:
        call.asksBy === 'text'
          ? "The phone company wouldn't take a text for this number. Please check the number in Cooee."
          : "The phone company wouldn't take the number, so the phone didn't ring. Please check the number in Cooee.",
    }
  }
  if (outcome === 'not_yet') {
    return call.notYetCount < MAX_NOT_YET
      ? { kind: 'retry', inSeconds: NOT_YET_DELAY_SECONDS }
      : {
          kind: 'done',
          status: 'missed',
          reason: `${shortName(call.name)} said "not yet" ${timesInWords(call.notYetCount)}.`,
        }
  }
  // Ringing again would not make the words clearer: a person is notified of what was heard.
  if (outcome === 'not_understood') return { kind: 'done', ...lastOutcome(outcome, call) }
  if (call.countedTries - call.notYetCount < call.maxAttempts) {
    return { kind: 'retry', inSeconds: call.retryDelaySeconds }
  }
  return { kind: 'done', ...lastOutcome(outcome, call) }
}

function lastOutcome(
  outcome: Exclude<AttemptOutcome, 'acknowledged' | 'help' | 'not_yet' | 'rejected'>,
  { messageLeft, isScreened, isStopped, asksBy }: CallSoFar,
): { status: NotReachedStatus; reason: string } {
  switch (outcome) {
    case 'no_answer':
      return { status: 'missed', reason: asksBy === 'text' ? NO_REPLY_REASON : 'The phone rang out.' }
    case 'busy':
      return { status: 'missed', reason: 'The line was busy.' }
    case 'no_response':
      if (isScreened) return { status: 'missed', reason: SCREENED_REASON }
      return { status: 'missed', reason: NO_CLEAR_ANSWER_REASON }
    case 'not_understood':
      return { status: 'missed', reason: asksBy === 'text' ? REPLY_NOT_UNDERSTOOD_REASON : NOT_UNDERSTOOD_REASON }
    case 'machine':
      return { status: 'voicemail', reason: voicemailReason(messageLeft) }
    case 'failed':
      if (isStopped) return { status: 'missed', reason: 'We stopped ringing before anyone answered.' }
      return {
        status: 'failed',
        reason:
          asksBy === 'text'
            ? "The phone company couldn't deliver our text."
            : "The phone company couldn't put the call through.",
      }
  }
}

/** Why a call ended that somebody picked up without a clear answer. */
export const NO_CLEAR_ANSWER_REASON = 'Someone picked up, but nobody gave a clear answer.'

/** The reason where the words may have asked for help. */
export const MAY_NEED_HELP_REASON = "Someone answered and may have asked for help: the words weren't clear."

/** Why a call ended that a phone's screening has not let through. */
const SCREENED_REASON = "The phone asks callers who they are. Please save Cooee's number in it."

/** Why a call ended whose words could not be understood. */
export const NOT_UNDERSTOOD_REASON = 'The call was answered, but we could not understand what was said.'

/** The reason of a question by text. */
export const REPLY_NOT_UNDERSTOOD_REASON = 'There was a reply, but we could not understand it.'

/** Why a call ended whose texts nobody replied to. */
export const NO_REPLY_REASON = 'There was no reply to our text.'

/** Why a call ended whose phone was not free in time. */
export const BUSY_WITH_US_REASON = "The phone was busy with another of our calls, so we couldn't ring in time."

/** Why a call ended as voicemail. */
export function voicemailReason(messageLeft: boolean): string {
  return `An answering machine picked up. ${messageLeft ? 'We left a message.' : "We couldn't leave a message."}`
}
