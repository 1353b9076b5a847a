import type { Registry } from 'prom-client'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { limitsFrom } from '#server/platform/visitors/limits.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import type { Forecast } from '../adapters/forecast/forecast.ts'
import { openMeteoForecast } from '../adapters/forecast/open-meteo/open-meteo-forecast.ts'
import { watchForecast } from '../adapters/forecast/watch-forecast.ts'
import { stripePayments } from '../adapters/payments/stripe/stripe-payments.ts'
import { httpPushSender } from '../adapters/push/http-push-sender.ts'
import type { PushSender } from '../adapters/push/push-sender.ts'
import { vapidFrom } from '../adapters/push/vapid.ts'
import { s3SoundObjects } from '../adapters/sounds/s3/s3-sound-objects.ts'
import { openAiCompatibleModel } from '../adapters/talk-model/openai-compatible-model.ts'
import type { TalkModel } from '../adapters/talk-model/talk-model.ts'
import { numbersOf } from '../adapters/telephony/phone-account.ts'
import type { ProviderTalks } from '../adapters/telephony/talk-line.ts'
import { twilioRecordings } from '../adapters/telephony/twilio/twilio-recordings.ts'
import { twilioTelephony } from '../adapters/telephony/twilio/twilio-telephony.ts'
import { watchTelephony } from '../adapters/telephony/watch-telephony.ts'
import { httpWebhookSender } from '../adapters/webhook-sender/http-webhook-sender.ts'
import { lastRestoredAt } from '../features/audit/public.ts'
import type { BillingDeps } from '../features/billing/public.ts'
import { type CareDeps, careTalks, latenessMeasure, noteTextUndelivered } from '../features/care/public.ts'
import { noteUndelivered } from '../features/contacts/public.ts'
import { DIAL_TIMING } from '../features/dialling/public.ts'
import { type IncidentDeps, loadIncidentLinks, stepAfterUndelivered } from '../features/incidents/public.ts'
import { enqueueMessage, type OnUndelivered } from '../features/messages/public.ts'
import type { RecordingsDeps } from '../features/recordings/public.ts'
import { providerTalks } from '../features/talks/public.ts'
import { loadVoiceLinks, type VoiceCallDeps } from '../features/voices/public.ts'
import type { WebhooksDeps } from '../features/webhooks/public.ts'
import type { Sealing } from '../platform/sealing/sealing.ts'
import { loadSigningKey } from '../platform/sealing/signing-key.ts'
import { afterFailover } from './after-failover.ts'
import { recordingStoreAccount } from './recording-store.ts'
import type { ServerConfig } from './server-config.ts'

/** What the features are made of. */
export interface Features {
  care: CareDeps
  recordings: RecordingsDeps
  voiceCalls: VoiceCallDeps
  billing: BillingDeps
  webhooks: WebhooksDeps
  push: PushSender
  /** Left out where no source of forecasts is configured. */
  forecast: Forecast | undefined
  /** Left out where no model is configured. */
  talkModel: TalkModel | undefined
  /** The talks of this process; left out as well. */
  talks: ProviderTalks | undefined
}

/** What the features stand on. */
interface Foundation {
  db: Db
  jobs: JobEngine
  clock: Clock
  sealing: Sealing
  metrics: Registry
}

/** Chooses what the features speak to: the phone provider, the card provider, the store of recordings, other systems. */
export async function buildFeatures(
  config: ServerConfig,
  { db, jobs, clock, sealing, metrics }: Foundation,
): Promise<Features> {
  const { env, log } = config
  const twilio = { ...config.twilio, publicUrl: env.PUBLIC_URL, fallbackUrl: env.FALLBACK_URL }
  const shared = { db, jobs, clock, log, sealing, publicUrl: env.PUBLIC_URL }
  const telephony = watchTelephony(twilioTelephony(twilio), metrics)
  const enqueueNotice: CareDeps['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(jobs, trx, { isUrgent: true, ...notice })
  const dispatch = {
    telephony,
    callsPerSecond: env.CALLS_PER_SECOND,
    ownNumbers: numbersOf(config.twilio),
    afterFailover: afterFailover({ jobs, log, timeouts: config.deliveryTimeouts }),
    limits: limitsFrom(env),
    enqueueNotice,
  }
  const talkModel =
    config.talkModel && env.CONVERSATION_MINUTES > 0 ? openAiCompatibleModel(config.talkModel) : undefined
  const links = await loadIncidentLinks(shared)
  const timing = config.dialTiming ?? DIAL_TIMING
  const incidents: IncidentDeps = {
    ...shared,
    ...dispatch,
    links,
    timing,
    escalation: config.escalation ?? ESCALATION_TIMING,
  }
  const care: CareDeps = {
    ...shared,
    ...dispatch,
    incidents,
    measureLateness: latenessMeasure(metrics),
    retryDefaults: { retryAttempts: env.RETRY_ATTEMPTS, retryDelaySeconds: env.RETRY_DELAY_SECONDS },
    consent: env.CONSENT,
    voices: await loadVoiceLinks(shared),
    talks: talkModel && { minutesPerMonth: env.CONVERSATION_MINUTES },
    timing,
    restoredAt: await lastRestoredAt(db),
  }
  const s3 = recordingStoreAccount(env)
  const recordings: RecordingsDeps = {
    ...shared,
    recordings: twilioRecordings(twilio),
    soundObjects: s3 ? s3SoundObjects(s3, shared) : null,
  }
  const webhooks: WebhooksDeps = {
    ...shared,
    webhookSender: httpWebhookSender({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE }),
  }
  const push = httpPushSender({
    clock,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    vapid: vapidFrom(
      await loadSigningKey({ db, sealing }, 'web-push'),
      env.CONTACT_EMAIL ? `mailto:${env.CONTACT_EMAIL}` : env.PUBLIC_URL,
    ),
  })
  const billing: BillingDeps = {
    ...shared,
    payments: config.payments ? stripePayments(config.payments) : null,
    isBillingOn: env.BILLING,
  }
  const talks = talkModel && providerTalks({ ...care, model: talkModel, judge: careTalks(care) })
  const voiceCalls: VoiceCallDeps = {
    ...care,
    recordings: recordings.recordings,
    phoneCountries: env.PHONE_COUNTRIES,
  }
  const source = env.FORECAST_URL
    ? { baseUrl: env.FORECAST_URL, apiKey: env.FORECAST_API_KEY ?? null }
    : config.sandboxForecast && { ...config.sandboxForecast, apiKey: null, isMadeUp: true }
  const forecast = source && watchForecast(openMeteoForecast(source), log)
  return { care, recordings, voiceCalls, billing, webhooks, push, forecast, talkModel, talks }
}

/**
 * Where an alert did not arrive, the next step of its incident is at once; where a question by text did not, its try ends; a
 * contact whom texts do not reach is shown so.
 */
export function advanceOnUndelivered({ incidents, clock }: CareDeps): OnUndelivered {
  return async (trx, messageId) => {
    await stepAfterUndelivered(incidents, trx, messageId)
    await noteTextUndelivered(trx, messageId, clock.now())
    await noteUndelivered(trx, messageId)
  }
}
