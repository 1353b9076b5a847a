import type { Logger } from 'pino'
import type { DatabaseOptions } from '#server/platform/database/database.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import type { Forecast } from '../../adapters/forecast/forecast.ts'
import type { Mail } from '../../adapters/mail/mail.ts'
import type { PushSender } from '../../adapters/push/push-sender.ts'
import type { TalkModel } from '../../adapters/talk-model/talk-model.ts'
import type { ReceivedTexts, TextDeliveries, Texts } from '../../adapters/telephony/texts.ts'
import type { BillingDeps } from '../../features/billing/public.ts'
import type { CareDeps } from '../../features/care/public.ts'
import type { DeliveryTimeouts, OnFallback, OnUndelivered } from '../../features/messages/public.ts'
import type { RecordingsDeps } from '../../features/recordings/public.ts'
import type { WebhooksDeps } from '../../features/webhooks/public.ts'
import type { ChangeNotifier } from '../../platform/changes/notify-changes.ts'

/** What the workers are made of. */
export interface WorkerParts {
  /** For separate connections. */
  databaseUrl: string
  /** Whether a pooler in transaction mode lies in between. */
  isPooled: boolean
  statementTimeoutMs: number
  log: Logger
  jobs: JobEngine
  care: CareDeps
  recordings: RecordingsDeps
  billing: BillingDeps
  webhooks: WebhooksDeps
  /** Left out where no source of forecasts is configured. */
  forecast?: Forecast | undefined
  /** Sums up talks; left out where no model is configured. */
  talkModel?: TalkModel | undefined
  mail: Mail
  texts: Texts & TextDeliveries & ReceivedTexts
  push: PushSender
  timeouts: DeliveryTimeouts
  /** For so many months words, messages and the activity log are kept. */
  retentionMonths: number
  /** For so many months calls are kept after their end. */
  keepCallsMonths: number
  onUndelivered: OnUndelivered
  onFallback: OnFallback
  /** For each new connection that rings phones. */
  beforeFirstUse: DatabaseOptions['beforeFirstUse']
  /** Receives which accounts a transaction has changed. */
  onChanged: ChangeNotifier['notify']
}
