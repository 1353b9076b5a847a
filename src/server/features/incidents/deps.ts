import type { EscalationTiming } from '#core/escalation/ladder/escalation-timing.ts'
import type { Telephony } from '#server/adapters/telephony/telephony.ts'
import type { AfterFailover, DialTiming } from '#server/features/dialling/public.ts'
import type { EnqueueNotice } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { IncidentLinks } from './view/incident-links.ts'

/** What the incidents feature needs from the outside. */
export interface IncidentDeps {
  db: Db
  clock: Clock
  log: Logger
  /** Opens and seals the words that were heard. */
  sealing: Sealing
  telephony: Telephony
  callsPerSecond: number
  ownNumbers: OwnNumbers
  /** Marks dials as unknown that the database may have lost, before anything is dialled. */
  afterFailover: AfterFailover
  limits: Limits
  escalation: EscalationTiming
  /** How long the provider is asked about alerts by phone. */
  timing: DialTiming
  publicUrl: string
  links: IncidentLinks
  /**
   * Writes the notice in the transaction of the fact it reports; returns the message's id, null when it was written
   * before.
   */
  enqueueNotice: EnqueueNotice
}
