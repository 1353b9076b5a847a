import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

/** What an operation needs that mails the account holder. */
export interface MailingDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  publicUrl: string
}
