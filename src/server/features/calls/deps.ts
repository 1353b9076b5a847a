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
