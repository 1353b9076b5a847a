import type { CallEnd } from '../calls/call-end.ts'
import type { CallType } from '../calls/call-vocabulary.ts'

/** What is known of an ended call, without a word that was said in it. */
export interface ReportedCall {
  /** The day on the loved one's clock on which it was promised, `YYYY-MM-DD`. */
  day: string
  callType: CallType
  end: CallEnd
  /** Why it did not go well, as a sentence. */
  reason: string | null
  /** Of an occurrence of a schedule: its regular time on their clock, `HH:MM`; null for a call of its own. */
  slot: string | null
  /** How often we rang, or texted. */
  tries: number
  /** At which of these they answered, whatever they answered; null where they never did. */
  answeredAtTry: number | null
  /** From the first ring of that try to the key or the word; null by text, and where nobody knows any more. */
  secondsToAnswer: number | null
  /** Whether they said "not yet" before anything else. */
  saidNotYet: boolean
  /** Whether they said yes to what was asked; a request for help is no yes. */
  saidYes: boolean
}

/** What became of a dose. `unknown`: we did not ask, or they said something else. */
export type DoseOutcome = 'taken' | 'later' | 'missed' | 'unknown'

/** Whether the phone rang for it, and not for somebody who was away. */
export function wasRung({ tries, end }: ReportedCall): boolean {
  return tries > 0 && end !== 'away' && end !== 'not_wanted'
}

/** Whether it can be said how it was answered: not of what the family ended while it was under way. */
export function wasLeftToThem(call: ReportedCall): boolean {
  return wasRung(call) && call.end !== 'cancelled' && call.end !== 'reached'
}

/** What a medication reminder found out: "taken" is what the person said, "missed" that nobody said so. Null for any other call. */
export function doseOf(call: ReportedCall): DoseOutcome | null {
  if (call.callType !== 'medication_reminder') return null
  if (call.saidYes) return call.saidNotYet ? 'later' : 'taken'
  if (!wasLeftToThem(call) || call.end === 'answered') return 'unknown'
  return 'missed'
}
