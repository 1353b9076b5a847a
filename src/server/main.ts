import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { ESCALATION_TIMING, type EscalationTiming } from '#core/escalation/ladder/escalation-timing.ts'
import { twilioCallbackRoutes } from '#server/adapters/telephony/twilio/callbacks/callback-routes.ts'
import { twimlTemplates } from '#server/adapters/telephony/twilio/scripts/twiml-templates.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { type ClockWatch, measureClock, watchClock } from '#server/platform/clock/clock-watch.ts'
import { type Db, openDatabase } from '#server/platform/database/database.ts'
import type { Env } from '#server/platform/environment/env.ts'
import type { ReadinessCheck } from '#server/platform/health/health.ts'
import { buildHealthApp } from '#server/platform/health/health-app.ts'
import { measureQueues } from '#server/platform/health/measure-queues.ts'
import { startTracing } from '#server/platform/health/tracing.ts'
import type { HttpApp } from '#server/platform/http/http-app.ts'
import { adminSecondFactor } from '#server/platform/phones/real-phones.ts'
import { limitsFrom } from '#server/platform/visitors/limits.ts'
import { type JobEngine, startJobEngine } from '#server/platform/work/job-engine.ts'
import type { Mail } from './adapters/mail/mail.ts'
import { noMail } from './adapters/mail/no-mail.ts'
import { outboxMail } from './adapters/mail/outbox-mail.ts'
import { smtpMail } from './adapters/mail/smtp-mail.ts'
import { type StripeConfig, stripePayments } from './adapters/payments/stripe/stripe-payments.ts'
import { s3SoundObjects } from './adapters/sounds/s3/s3-sound-objects.ts'
import { type OpenAiCompatibleOptions, openAiCompatibleModel } from './adapters/talk-model/openai-compatible-model.ts'
import type { TalkModel } from './adapters/talk-model/talk-model.ts'
import type { PhoneAccount } from './adapters/telephony/phone-account.ts'
import type { ProviderTalks } from './adapters/telephony/talk-line.ts'
import { twilioOwnNumber } from './adapters/telephony/twilio/twilio-own-number.ts'
import { twilioRecordings } from './adapters/telephony/twilio/twilio-recordings.ts'
import { twilioTelephony } from './adapters/telephony/twilio/twilio-telephony.ts'
import { twilioTexts } from './adapters/telephony/twilio/twilio-texts.ts'
import { twilioTime } from './adapters/telephony/twilio/twilio-time.ts'
import { watchProviderEvents, watchTelephony } from './adapters/telephony/watch-telephony.ts'
import { httpWebhookSender } from './adapters/webhook-sender/http-webhook-sender.ts'
import { afterFailover } from './after-failover.ts'
import { buildServerApp, type ServerParts } from './app.ts'
import { sendResetLinkJob, verifyAllUnasked } from './features/accounts/public.ts'
import { type AdminDeps, measureUse, testProviderEvents } from './features/admin/public.ts'
import { lastRestoredAt } from './features/audit/public.ts'
import { type BillingDeps, planLimits, syncSubscriptionJob } from './features/billing/public.ts'
import { measureCapacity, placeCallJob } from './features/calls/public.ts'
import {
  type CareDeps,
  careProviderEvents,
  careTalks,
  checkDispatcher,
  type Dispatcher,
  latenessMeasure,
  measureDueCalls,
  noteTextUndelivered,
} from './features/care/public.ts'
import { inboundProviderEvents } from './features/check-ins/public.ts'
import { noteDelivered, noteUndelivered } from './features/contacts/public.ts'
import { DIAL_TIMING, type DialTiming, type FailoverDeps, noticeFailover } from './features/dialling/public.ts'
import {
  alertProviderEvents,
  type IncidentDeps,
  loadIncidentLinks,
  measureIncidents,
  noteFallback,
  stepAfterUndelivered,
} from './features/incidents/public.ts'
import {
  DELIVERY_JOBS,
  DELIVERY_TIMEOUTS,
  type DeliveryTimeouts,
  enqueueMessage,
  measureMessages,
  type OnUndelivered,
  textProviderEvents,
} from './features/messages/public.ts'
import {
  RECORDING_JOBS,
  type RecordingsDeps,
  recordingProviderEvents,
  warnOfMissingStore,
} from './features/recordings/public.ts'
import type { SandboxCards, SandboxPhones } from './features/sandbox/public.ts'
import { providerTalks, summariseTalkJob } from './features/talks/public.ts'
import { measureDeliveries, type WebhooksDeps } from './features/webhooks/public.ts'
import { buildLocalApp } from './local-app.ts'
import { LOOPBACK, listen, localPortOf, sandboxAddressOf } from './local-port.ts'
import { type ChangeFeed, changeFeed } from './platform/changes/change-feed.ts'
import { listenForChanges } from './platform/changes/listen-for-changes.ts'
import { changeNotifier } from './platform/changes/notify-changes.ts'
import type { DatabaseOutage } from './platform/database/database-outage.ts'
import type { Listening } from './platform/database/keep-listening.ts'
import { reachDatabase } from './platform/database/reach-database.ts'
import { writableCheck } from './platform/database/writable.ts'
import { createSealing, type Sealing } from './platform/sealing/sealing.ts'
import { recordingStoreAccount } from './recording-store.ts'
import type { WorkerParts } from './worker-parts.ts'
import { startWorkers, type Workers } from './workers.ts'

/** `web` answers requests, `worker` places calls and sends messages, `all` does both. */
export const ROLES = ['all', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

export interface ServerConfig {
  env: Env
  role: Role
  /** A migrated database. */
  databaseUrl: string
  /** Given where `databaseUrl` leads to a pooler in transaction mode: the same database without it, for jobs and LISTEN. */
  databaseDirectUrl?: string | undefined
  /** The provider's account for calls, and for everything else unless `messaging` is given. */
  twilio: PhoneAccount
  /** Its account for text messages; by default the same. */
  messaging?: PhoneAccount | undefined
  /** How to reach the card provider; null where none is connected. */
  payments: StripeConfig | null
  /** How to reach the model of talks; null: calls ask their question as ever. Its key is null where the server asks for none. */
  talkModel?: OpenAiCompatibleOptions | null | undefined
  /** Whether the phones are the sandbox's. */
  isSandbox: boolean
  /** Those phones, where people may play on them. */
  sandboxPhones?: SandboxPhones | undefined
  /** The built-in cards, where their renewals may be played through. */
  sandboxCards?: SandboxCards | undefined
  /** This machine's clock; by default the system's. */
  clock?: Clock
  /** How soon the provider is asked about calls; by default as suits a real one. */
  dialTiming?: DialTiming
  /** How long to wait for people; by default as suits people. */
  escalation?: EscalationTiming
  /** The timeouts of deliveries; by default as suits real providers. */
  deliveryTimeouts?: DeliveryTimeouts
  /** Where mails go; by default as the environment says. */
  mail?: Mail
  webDirectory?: string
  log: Logger
  /** What `log` was made with, to say once that the database is gone and once that it is back. */
  outage?: DatabaseOutage
}

export interface Server {
  db: Db
  jobs: JobEngine
  sealing: Sealing
  /** Where it listens; null for a worker without a HEALTH_PORT. */
  address: string | null
  /** Where this machine reads /metrics and plays on the sandbox; null where nothing listens. */
  localAddress: string | null
  /** Claims no further call, finishes the dials under way, answers what was asked, then stops. */
  stop(): Promise<void>
}

/** The composition root: the only place that chooses implementations. */
export async function startServer(config: ServerConfig): Promise<Server> {
  const { env, role, log } = config
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const isTraced = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  const tracing = isTraced ? await startTracing({ publicUrl: env.PUBLIC_URL, role, version: ownVersion(), log }) : null
  const changes = changeNotifier(() => db, log)
  const statementTimeoutMs = env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000
  const poolSize = env.DATABASE_POOL_SIZE
  const directUrl = config.databaseDirectUrl ?? config.databaseUrl
  let failover: FailoverDeps | null = null
  // A fail-over ends every connection. The first new one notices it, before a callback takes what it finds for the truth.
  const beforeFirstUse = async (connection: Db) => {
    if (failover) await noticeFailover(connection, failover)
  }
  const db: Db = openDatabase(config.databaseUrl, {
    poolSize,
    statementTimeoutMs,
    isPooled: config.databaseDirectUrl !== undefined,
    isTraced,
    log,
    beforeFirstUse,
    onChanged: changes.notify,
  })
  const clockWatch = watchClock({
    database: () => db,
    providerTime: twilioTime(config.twilio),
    log,
    machine: config.clock,
  })
  config.outage?.watch(() => reachDatabase(config.databaseUrl), log)
  const jobs = await startJobEngine({
    url: directUrl,
    statementTimeoutMs,
    jobs: [
      summariseTalkJob,
      placeCallJob,
      ...Object.values(DELIVERY_JOBS),
      sendResetLinkJob,
      ...RECORDING_JOBS,
      syncSubscriptionJob,
    ],
    log,
  })
  const twilio = { ...config.twilio, publicUrl: env.PUBLIC_URL, fallbackUrl: env.FALLBACK_URL }
  const sealing = createSealing({ current: env.ENCRYPTION_KEY, old: env.ENCRYPTION_KEYS_OLD }, log)
  const shared = { db, jobs, clock: clockWatch.clock, log, sealing, publicUrl: env.PUBLIC_URL }
  const telephony = watchTelephony(twilioTelephony(twilio), metrics)
  const notify: CareDeps['notify'] = (trx, notice) => enqueueMessage(jobs, trx, { isUrgent: true, ...notice })
  const dispatch = {
    telephony,
    callsPerSecond: env.CALLS_PER_SECOND,
    afterFailover: afterFailover({ jobs, log }),
    limits: limitsFrom(env),
    notify,
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
  const billing: BillingDeps = {
    ...shared,
    payments: config.payments ? stripePayments(config.payments) : null,
    isBillingOn: env.BILLING,
  }
  const talks = talkModel && providerTalks({ ...care, model: talkModel, judge: careTalks(care) })
  const features: Features = { care, recordings, billing, webhooks, talkModel, talks }
  let workers: Workers | null = null
  const feed = changeFeed()
  let listener: Listening | null = null
  const watched = watchedParts(config, jobs, features, { metrics, clockWatch, dispatcher: () => workers?.dispatcher })
  const sandboxAddress = () => (localAddress === null ? null : sandboxAddressOf(env, localAddress))
  const { app, localApp } = await buildListeningSide(config, jobs, features, {
    changes: feed,
    sandboxAddress,
    ...watched,
  })
  let localAddress: string | null = null
  const stop = async () => {
    // First of all: a call that is dialled while the requests are drained would find nobody to say what it says.
    clockWatch.stop()
    await workers?.stop()
    // Their calls go on while requests are still answered.
    await talks?.stop()
    await app?.close()
    await localApp?.close()
    await listener?.stop()
    await jobs.stop()
    await changes.stop()
    await db.destroy()
    await tracing?.stop()
  }
  try {
    await clockWatch.compare()
    failover = care
    await noticeFailover(db, care).catch((err) => {
      log.error({ err }, 'Fail-over of the database not dealt with; nothing is dialled before it can be')
    })
    if (!env.EMAIL_VERIFICATION) await verifyAllUnasked(db)
    if (recordings.soundObjects === null) await warnOfMissingStore(db, (words) => log.error(words))
    if (role !== 'worker') listener = listenForChanges({ url: directUrl, feed, log })
    // Listening comes first: a call must not be dialled while nobody could take its callbacks.
    localAddress = localApp ? await listen(localApp, localPortOf(env, portOf(config)), LOOPBACK, 'LOCAL_PORT') : null
    const portName = role === 'worker' ? 'HEALTH_PORT' : 'PORT'
    const address = app ? await listen(app, portOf(config), env.HOST, portName) : null
    if (role !== 'web')
      workers = await startWorkers(workerParts(config, jobs, features, { onChanged: changes.notify, beforeFirstUse }))
    // A real number is the operator's: what it asks is not changed by a start.
    if (config.isSandbox && role !== 'worker') await pointSandboxNumber(config)
    return { db, jobs, sealing, address, localAddress, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A worker has no other business on the network than to say how it is. */
function portOf({ env, role }: ServerConfig): number | undefined {
  return role === 'worker' ? env.HEALTH_PORT : env.PORT
}

/** Calls and texts to the sandbox's number reach this server. Cooee works without that, so a start does too. */
async function pointSandboxNumber({ twilio, env, log }: ServerConfig): Promise<void> {
  const outcome = await twilioOwnNumber({ voice: twilio }).pointAt(env.PUBLIC_URL)
  if (outcome.kind !== 'pointed')
    log.warn(outcome, 'Number of the phone sandbox not pointed at Cooee; nobody can ring or write to it')
}

/**
 * Where an alert did not arrive, the next step of its incident is at once; where a question by text did not, its try ends; a
 * contact whom texts do not reach is shown so.
 */
function advanceOnUndelivered({ incidents, clock }: CareDeps): OnUndelivered {
  return async (trx, messageId) => {
    await stepAfterUndelivered(incidents, trx, messageId)
    await noteTextUndelivered(trx, messageId, clock.now())
    await noteUndelivered(trx, messageId)
  }
}

/** What the features are made of. */
interface Features {
  care: CareDeps
  recordings: RecordingsDeps
  billing: BillingDeps
  webhooks: WebhooksDeps
  /** Left out where no model is configured. */
  talkModel: TalkModel | undefined
  talks: ProviderTalks | undefined
}

/** The health of this process, for monitoring. */
interface WatchedParts {
  metrics: Registry
  readiness: ReadinessCheck[]
}

function watchedParts(
  { role }: ServerConfig,
  jobs: JobEngine,
  { care }: Features,
  {
    metrics,
    clockWatch,
    dispatcher,
  }: { metrics: Registry; clockWatch: ClockWatch; dispatcher(): Dispatcher | undefined },
): WatchedParts {
  measureClock(metrics, clockWatch)
  measureDueCalls(metrics, { ...care, dispatcher })
  measureCapacity(metrics, care)
  measureUse(metrics, care)
  measureMessages(metrics, care)
  measureIncidents(metrics, care.db)
  measureDeliveries(metrics, care.db)
  measureQueues(metrics, jobs)
  const checkOwnDispatcher = async () => {
    const present = dispatcher()
    if (present) await checkDispatcher(present, care.clock)
  }
  const readiness = [
    { name: 'database', check: writableCheck(care.db) },
    { name: 'clock', check: () => clockWatch.check() },
    { name: 'jobs', check: () => jobs.check() },
    ...(role === 'web' ? [] : [{ name: 'dispatcher', check: checkOwnDispatcher }]),
  ]
  return { metrics, readiness }
}

/** The web side; of a worker only what says how it is, where a port is given for that. */
async function buildListeningSide(
  config: ServerConfig,
  jobs: JobEngine,
  features: Features,
  parts: ListeningParts,
): Promise<{ app: HttpApp | null; localApp: HttpApp | null }> {
  const { env, role, log } = config
  if (role !== 'worker') {
    const webParts = webSideParts(config, jobs, features, parts)
    return { app: await buildServerApp(webParts), localApp: await buildLocalApp(webParts) }
  }
  if (env.HEALTH_PORT === undefined) return { app: null, localApp: null }
  const { metrics, readiness } = parts
  const shared = { log, metrics, readiness, trustProxy: env.TRUST_PROXY }
  return {
    app: await buildHealthApp({ ...shared, metricsToken: env.METRICS_TOKEN }),
    localApp: await buildHealthApp({ ...shared, isLocal: true }),
  }
}

interface ListeningParts extends WatchedParts {
  changes: ChangeFeed
  sandboxAddress: () => string | null
}

function webSideParts(
  config: ServerConfig,
  jobs: JobEngine,
  { care, recordings, billing, webhooks, talks }: Features,
  { changes, sandboxAddress, metrics, readiness }: ListeningParts,
): ServerParts {
  const { env } = config
  return {
    ...care,
    webhookSender: webhooks.webhookSender,
    soundObjects: recordings.soundObjects,
    log: config.log,
    plans: planLimits({ clock: care.clock, isBillingOn: env.BILLING }),
    phoneCountries: env.PHONE_COUNTRIES,
    verifiesEmail: env.EMAIL_VERIFICATION,
    consent: env.CONSENT,
    billing,
    admin: adminDeps(config, jobs, care, recordings),
    changes,
    adminSecondFactor: adminSecondFactor(env),
    ownNumber: config.twilio.from,
    isSandbox: config.isSandbox,
    sandboxAddress,
    sandboxPhones: config.sandboxPhones,
    sandboxCards: config.sandboxCards,
    metrics,
    readiness,
    metricsToken: env.METRICS_TOKEN,
    trustProxy: env.TRUST_PROXY,
    ...(config.webDirectory && { webDirectory: config.webDirectory }),
    contactEmail: env.CONTACT_EMAIL,
    retentionMonths: env.RETENTION_MONTHS,
    keepCallsMonths: env.KEEP_CALLS_MONTHS,
    adapterRoutes: async (routes) => {
      const facts = {
        attempt: careProviderEvents(care),
        alert: alertProviderEvents(care.incidents),
        testCall: testProviderEvents(care),
      }
      const watched = watchProviderEvents(facts, metrics)
      await routes.register(twilioCallbackRoutes, {
        authToken: config.twilio.authToken,
        messagingAuthToken: config.messaging?.authToken,
        publicUrl: env.PUBLIC_URL,
        fallbackUrl: env.FALLBACK_URL,
        facts: watched.attempt,
        alerts: watched.alert,
        tests: watched.testCall,
        inbound: inboundProviderEvents(care),
        recordings: recordingProviderEvents(recordings),
        talks,
        clock: care.clock,
        texts: textProviderEvents({ ...care, onDelivered: noteDelivered, onUndelivered: advanceOnUndelivered(care) }),
      })
    },
  }
}

/** What the admin area may use: the providers themselves, for tests. */
function adminDeps(config: ServerConfig, jobs: JobEngine, care: CareDeps, { recordings }: RecordingsDeps): AdminDeps {
  const { env } = config
  return {
    ...care,
    texts: textsOf(config),
    phoneCountries: env.PHONE_COUNTRIES,
    recordings,
    ownNumber: twilioOwnNumber({
      voice: config.twilio,
      messaging: config.messaging,
      // Where nobody has set one, it is Cooee's own, at the address to which the number is pointed.
      fallbackBase: env.FALLBACK_URL === env.PUBLIC_URL ? undefined : env.FALLBACK_URL,
    }),
    sandbox: { phones: config.isSandbox, cards: config.sandboxCards !== undefined },
    isBillingOn: env.BILLING,
    version: ownVersion(),
    queues: () => jobs.queues(),
    templates: () => twimlTemplates(env.PUBLIC_URL),
  }
}

function textsOf({ twilio, messaging, env }: ServerConfig) {
  return twilioTexts({ ...(messaging ?? twilio), publicUrl: env.PUBLIC_URL })
}

function ownVersion(): string {
  const about = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
  return about.version
}

/** What workers send mails and texts with, and the rest of what they are made of. */
function workerParts(
  config: ServerConfig,
  jobs: JobEngine,
  features: Features,
  connecting: Pick<WorkerParts, 'onChanged' | 'beforeFirstUse'>,
): WorkerParts {
  const { env, databaseUrl, databaseDirectUrl, log, deliveryTimeouts } = config
  const withoutServer = config.isSandbox ? outboxMail() : noMail()
  return {
    ...features,
    databaseUrl,
    isPooled: databaseDirectUrl !== undefined,
    statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    log,
    jobs,
    mail:
      config.mail ??
      (env.SMTP_URL
        ? smtpMail({ url: env.SMTP_URL, from: env.MAIL_FROM, requiresTls: env.SMTP_REQUIRE_TLS })
        : withoutServer),
    texts: textsOf(config),
    timeouts: deliveryTimeouts ?? DELIVERY_TIMEOUTS,
    retentionMonths: env.RETENTION_MONTHS,
    keepCallsMonths: env.KEEP_CALLS_MONTHS,
    onUndelivered: advanceOnUndelivered(features.care),
    // A text that takes the place of an alert's mail is an alert itself.
    onFallback: (trx, messages) => noteFallback(features.care, trx, messages),
    ...connecting,
  }
}
