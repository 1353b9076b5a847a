import type { ConsentMode } from '#core/consent/consent.ts'
import type { Telephony } from '#server/adapters/telephony/telephony.ts'
import type { AfterFailover, DialTiming } from '#server/features/dialling/public.ts'
import type { IncidentDeps } from '#server/features/incidents/public.ts'
import type { EnqueueNotice } from '#server/features/notifications/public.ts'
import type { TalkLimits } from '#server/features/talks/public.ts'
import type { VoiceLinks } from '#server/features/voices/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

/** What the operator sets for loved ones without settings of their own. */
export interface RetryDefaults {
  /** Further attempts after the first. */
  retryAttempts: number
  retryDelaySeconds: number
}

/** What the care feature needs from the outside. */
export interface CareDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  sealing: Sealing
  telephony: Telephony
  callsPerSecond: number
  ownNumbers: OwnNumbers
  /** Puts in doubt what the database may have lost, before anything is dialled. */
  afterFailover: AfterFailover
  limits: Limits
  /** Called for every dial with the seconds between its due time and its request. */
  measureLateness?(seconds: number): void
  retryDefaults: RetryDefaults
  /** Whether loved ones are asked, in their first call, if calls are all right. */
  consent: ConsentMode
  timing: DialTiming
  /** Given where a model is configured: calls may be talks, so many minutes a month with one person. */
  talks?: TalkLimits | undefined
  /**
   * When the database was last filled from a backup: what followed from attempts before that is not fully known here.
   */
  restoredAt?: Date | null
  publicUrl: string
  /** Signs the addresses under which the provider fetches what members have recorded. */
  voices: VoiceLinks
  /** Opens incidents for calls that do not end well. */
  incidents: IncidentDeps
  /**
   * Writes the notice in the transaction of the fact it reports; returns the message's id, null when it was written
   * before.
   */
  enqueueNotice: EnqueueNotice
}
