import type { Call, CallDetails, TimelineEntry } from '#contract/calls.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'

/** What the calls feature needs from the outside. */
export interface CallsDeps {
  db: Db
  jobs: Jobs
  clock: Clock
}

/** The account on whose behalf something is done; every query for its rows takes it. */
export interface ActingAccount {
  id: number
}

/** What followed from a call that did not end well. Implemented by the incidents feature, which builds on this one. */
export interface IncidentsOfCalls {
  /** The incidents of those of the calls that have one. */
  incidentsOf(db: Db, callIds: readonly number[]): Promise<Map<number, Call['incident']>>
  /** Who was told about a call and what they said, whole and as entries of its timeline; null where nobody had to be. */
  escalationOf(
    db: Db,
    callId: number,
  ): Promise<{ escalation: NonNullable<CallDetails['escalation']>; steps: TimelineEntry[] } | null>
}
