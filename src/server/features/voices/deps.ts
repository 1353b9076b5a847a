import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { VoiceLinks } from './voice-links.ts'

/** What the voices feature needs from the outside. */
export interface VoicesDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  sealing: Sealing
  /** Signs the addresses under which the phone provider fetches recordings. */
  voices: VoiceLinks
}
