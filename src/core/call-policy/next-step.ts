import type { AttemptOutcome, FinalStatus } from '../calls/call-vocabulary.ts'

/** How often a medication reminder may be put off before a person is told. */
export const MAX_NOT_YET = 4
const NOT_YET_DELAY_SECONDS = 15 * 60

export interface CallSoFar {
  /** Dials that reached the provider and count, this one included. */
  attemptsMade: number
  /** How often the person said "not yet", this time included. */
  notYetCount: number
  /** Whether any attempt of this call was acknowledged (a late callback may tell so after a retry has begun). */
  acknowledged: boolean
  /** Dials allowed in all, the first included. */
  maxAttempts: number
  retryDelaySeconds: number
  /** Whether a message was left on an answering machine. */
  messageLeft: boolean
  /** The phone asks unknown callers who they are. */
  isScreened?: boolean
  /** For the sentences: "Margaret Hartley". */
  name: string
}

type NextStep =
  | { kind: 'retry'; inSeconds: number }
  | { kind: 'done'; status: 'completed'; reason: null }
  | { kind: 'done'; status: Exclude<FinalStatus, 'completed'>; reason: string }

/** What follows an attempt that ended with `outcome`. Refused numbers are not asked again: it would not help. */
export function nextStep(outcome: AttemptOutcome, call: CallSoFar): NextStep {
  if (call.acknowledged || outcome === 'acknowledged' || outcome === 'help') {
    return { kind: 'done', status: 'completed', reason: null }
  }
  if (outcome === 'refused') {
    return { kind: 'done', status: 'failed', reason: `The phone provider refused ${call.name}'s number.` }
  }
  if (outcome === 'not_yet') {
    return call.notYetCount < MAX_NOT_YET
      ? { kind: 'retry', inSeconds: NOT_YET_DELAY_SECONDS }
      : { kind: 'done', status: 'missed', reason: `${call.name} said "not yet" ${call.notYetCount} times.` }
  }
  // Ringing again would not make the words clearer: a person is told what was heard instead.
  if (outcome === 'not_understood') return { kind: 'done', ...lastOutcome(outcome, call) }
  if (call.attemptsMade - call.notYetCount < call.maxAttempts) {
    return { kind: 'retry', inSeconds: call.retryDelaySeconds }
  }
  return { kind: 'done', ...lastOutcome(outcome, call) }
}

function lastOutcome(
  outcome: Exclude<AttemptOutcome, 'acknowledged' | 'help' | 'not_yet' | 'refused'>,
  { name, messageLeft, isScreened }: CallSoFar,
): { status: Exclude<FinalStatus, 'completed'>; reason: string } {
  switch (outcome) {
    case 'no_answer':
      return { status: 'missed', reason: `${name}'s phone rang out.` }
    case 'busy':
      return { status: 'missed', reason: `${name}'s line was busy.` }
    case 'no_response':
      if (isScreened) return { status: 'missed', reason: screenedReason(name) }
      return { status: 'missed', reason: 'The call was answered, but nobody gave a clear answer.' }
    case 'not_understood':
      return { status: 'missed', reason: NOT_UNDERSTOOD_REASON }
    case 'machine':
      return { status: 'voicemail', reason: voicemailReason(messageLeft) }
    case 'failed':
      return { status: 'failed', reason: `The phone provider could not connect the call to ${name}.` }
  }
}

/** The same where the words may have asked for help. */
export const MAY_NEED_HELP_REASON = 'The call was answered, and help may have been asked for: the words were not clear.'

/** Why a call ended that a phone's screening has not let through. */
const screenedReason = (name: string): string =>
  `${name}'s phone asks unknown callers who they are. Save Cooee's number in it.`

/** Why a call ended whose words could not be understood; section "What is heard" of the decision on calls. */
export const NOT_UNDERSTOOD_REASON = 'The call was answered, but we could not understand what was said.'

/** Why a call ended whose phone was not free in time. */
export const busyWithUsReason = (name: string): string =>
  `${name}'s phone was busy with another call from Cooee, so this call could not be placed in time.`

/** Why a call ended as voicemail. */
export function voicemailReason(messageLeft: boolean): string {
  return `An answering machine took the call. ${messageLeft ? 'A message was left.' : 'No message could be left.'}`
}
