import type { TwimlTemplate } from '#contract/admin/admin.ts'
import type { CallRecordings } from '#server/adapters/telephony/call-recordings.ts'
import type { OwnNumber } from '#server/adapters/telephony/own-number.ts'
import type { Telephony } from '#server/adapters/telephony/telephony.ts'
import type { Texts } from '#server/adapters/telephony/texts.ts'
import type { AfterFailover, DialTiming } from '#server/features/dialling/public.ts'
import type { IncidentDeps } from '#server/features/incidents/public.ts'
import type { TalkLimits } from '#server/features/talks/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { QueueState } from '#server/platform/work/job-engine.ts'

/** What the admin area needs from the outside. */
export interface AdminDeps {
  db: Db
  clock: Clock
  log: Logger
  /** Reads what a phone refuses. */
  sealing: Pick<Sealing, 'lookupHashes' | 'sealText'>
  limits: Pick<Limits, 'dialsPerNumberDay'>
  telephony: Pick<Telephony, 'dial' | 'findCalls' | 'fetchCall'>
  timing: DialTiming
  callsPerSecond: number
  ownNumbers: OwnNumbers
  /** Marks dials as unknown that the database may have lost, before anything is dialled. */
  afterFailover: AfterFailover
  texts: Pick<Texts, 'send'>
  /** Countries of the phones that tests may ring, as ISO 3166 letters. */
  phoneCountries: readonly string[]
  recordings: Pick<CallRecordings, 'findOfCall' | 'fetchSound'>
  ownNumber: OwnNumber
  publicUrl: string
  /** Which providers are the built-in sandboxes. */
  sandbox: { phones: boolean; cards: boolean }
  isBillingOn: boolean
  /** Of Cooee itself. */
  version: string
  /** How many jobs wait, from the job engine. */
  queues(): Promise<QueueState[]>
  /** Documents for the provider's console. */
  templates(): TwimlTemplate[]
}

/** What is needed to list accounts by their use, to suspend them and to refuse numbers. */
export interface AccountsAdminDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  incidents: IncidentDeps
  limits: Limits
  callsPerSecond: number
  ownNumbers: OwnNumbers
  phoneCountries: readonly string[]
  publicUrl: string
  /** Given where a model for talks is configured. */
  talks?: TalkLimits | undefined
  /** Whom account holders write to, if the operator says so. */
  contactEmail?: string | undefined
}
