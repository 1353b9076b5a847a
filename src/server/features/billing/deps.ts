import type { Payments } from '#server/adapters/payments/payments.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

/** What the billing feature needs from the outside. */
export interface BillingDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  /** Null when no card provider is connected: nobody is charged. */
  payments: Payments | null
  publicUrl: string
  /** Off: the operator charges nobody, and no plan limits anything. */
  isBillingOn: boolean
}
