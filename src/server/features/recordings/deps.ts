import type { CallRecordings } from '#server/adapters/telephony/call-recordings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Logger } from '#server/platform/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** What the recordings feature needs from the outside. */
export interface RecordingsDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  sealing: Sealing
  /** Where the provider's recordings are fetched and deleted. */
  recordings: CallRecordings
}
