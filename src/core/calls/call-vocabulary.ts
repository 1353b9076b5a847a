/** What a call is for. */
export const CALL_TYPES = ['daily_check_in', 'medication_reminder', 'wellness_check', 'wake_up_call'] as const
export type CallType = (typeof CALL_TYPES)[number]

/** How a call asks: by ringing, or by a text for somebody who cannot hear. */
export const ASKS_BY = ['call', 'text'] as const
export type AsksBy = (typeof ASKS_BY)[number]

/** A call's life: `scheduled`, then `in_progress`, then exactly one of the final statuses. */
export const CALL_STATUSES = ['scheduled', 'in_progress', 'completed', 'failed', 'missed', 'voicemail', 'away'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** `away`: it was skipped, or not tried again, because the person was away. Nobody failed to answer. */
export const FINAL_STATUSES = [
  'completed',
  'failed',
  'missed',
  'voicemail',
  'away',
] as const satisfies readonly CallStatus[]
export type FinalStatus = (typeof FINAL_STATUSES)[number]

/** How a call ended that should have reached somebody and did not. */
export const NOT_REACHED_STATUSES = ['failed', 'missed', 'voicemail'] as const satisfies readonly FinalStatus[]
export type NotReachedStatus = (typeof NOT_REACHED_STATUSES)[number]

/** How one dial ended. Only `acknowledged` and `help` mean that a person was reached and answered for themselves. */
export const ATTEMPT_OUTCOMES = [
  'acknowledged',
  'help',
  'not_yet',
  'no_answer',
  'busy',
  'no_response',
  'not_understood',
  'machine',
  'rejected',
  'failed',
] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]
