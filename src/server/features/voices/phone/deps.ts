import type { CallRecordings } from '#server/adapters/telephony/call-recordings.ts'
import type { Telephony } from '#server/adapters/telephony/telephony.ts'
import type { AfterFailover, DialTiming } from '#server/features/dialling/public.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { VoicesDeps } from '../deps.ts'

/** What is needed to ring a member who records their voice by phone. */
export interface VoiceCallDeps extends VoicesDeps {
  log: Logger
  publicUrl: string
  telephony: Pick<Telephony, 'dial' | 'findCalls' | 'fetchCall'>
  recordings: Pick<CallRecordings, 'findOfCall' | 'fetchSound'>
  timing: DialTiming
  callsPerSecond: number
  ownNumbers: OwnNumbers
  /** Marks dials as unknown that the database may have lost, before anything is dialled. */
  afterFailover: AfterFailover
  limits: Pick<Limits, 'dialsPerNumberDay'>
  /** Countries of the phones that may be rung, as ISO 3166 letters. */
  phoneCountries: readonly string[]
}
