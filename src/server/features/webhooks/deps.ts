import type { WebhookSender } from '#server/adapters/webhook-sender/webhook-sender.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

/** What the webhooks feature needs from the outside. */
export interface WebhooksDeps {
  db: Db
  clock: Clock
  jobs: Jobs
  log: Logger
  sealing: Sealing
  /** Where the admins' page is. */
  publicUrl: string
  webhookSender: WebhookSender
}
