import type { SoundObjects } from '#server/adapters/sounds/sound-objects.ts'
import type { CallRecordings } from '#server/adapters/telephony/call-recordings.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

/** What the recordings feature needs from the outside. */
export interface RecordingsDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  sealing: Sealing
  /** The provider's API for fetching and deleting recordings. */
  recordings: CallRecordings
  /** Where sounds are stored; null: in their rows. */
  soundObjects: SoundObjects | null
}
