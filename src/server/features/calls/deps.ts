import type { CallDetails, TimelineEntry } from '#contract/calls/call-details.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

export type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'

/** What the calls feature needs from the outside. */
export interface CallsDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  plans: CallLimits
  /** The provider's rate of each number: a call that could not be dialled in time is not booked. */
  callsPerSecond: number
  ownNumbers: OwnNumbers
  limits: Limits
}

/** What a plan may refuse of calls. Each locks the account's row in the caller's transaction: parallel requests cannot pass it together. */
export interface CallLimits {
  /** One more call or recurring schedule of that type. */
  beforeScheduling(trx: Trx, accountId: number, callType: CallType, booking: Booking): Promise<void>
  /** An existing call or schedule is booked otherwise: for another month, or more often. */
  beforeBookingOtherwise(trx: Trx, accountId: number, booking: Booking): Promise<void>
  /** A scheduled call becomes one of that type. */
  beforeChangingType(trx: Trx, accountId: number, callType: CallType): Promise<void>
  /** A call is about to be dialled because somebody pressed Call Now. */
  beforeCallingNow(trx: Trx, accountId: number): Promise<void>
}

/** What is to be booked: the first occurrence, and the following ones by the rule. */
export interface Booking {
  lovedOneId: number
  first: Date
  rule: Recurrence
  /** The loved one's. */
  zone: string
  /** The call that it replaces, and how that one was booked. */
  replaces?: { callId: number } & Omit<Booking, 'replaces'>
}

/** Refuses nothing. */
export const noCallLimits: CallLimits = {
  beforeScheduling: async () => {},
  beforeBookingOtherwise: async () => {},
  beforeChangingType: async () => {},
  beforeCallingNow: async () => {},
}

/** The incidents of calls that did not end well. Implemented by the incidents feature, which builds on this one. */
export interface IncidentsOfCalls {
  /** The incidents of the given calls, as a member reads them. */
  incidentsOf(db: Db, reader: ReadAccount, callIds: readonly number[]): Promise<Map<number, Call['incident']>>
  /**
   * Who was notified about a call and what they answered, whole and as entries of its timeline; null when nobody was
   * notified.
   */
  escalationOf(
    db: Db,
    reader: ReadAccount,
    callId: number,
  ): Promise<{ escalation: NonNullable<CallDetails['escalation']>; steps: TimelineEntry[] } | null>
}
