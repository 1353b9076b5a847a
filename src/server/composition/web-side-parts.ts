import { twilioCallbackRoutes } from '#server/adapters/telephony/twilio/callbacks/callback-routes.ts'
import { adminSecondFactor } from '#server/platform/phones/real-phones.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import { watchProviderEvents } from '../adapters/telephony/watch-telephony.ts'
import { testProviderEvents } from '../features/admin/public.ts'
import { planLimits } from '../features/billing/public.ts'
import { careProviderEvents } from '../features/care/public.ts'
import { inboundProviderEvents } from '../features/check-ins/public.ts'
import { noteDelivered } from '../features/contacts/public.ts'
import { slowDialling } from '../features/dialling/public.ts'
import { alertProviderEvents } from '../features/incidents/public.ts'
import { textProviderEvents } from '../features/messages/public.ts'
import { recordingProviderEvents } from '../features/recordings/public.ts'
import { voiceCallEvents } from '../features/voices/public.ts'
import type { ChangeFeed } from '../platform/changes/change-feed.ts'
import { adminDeps } from './admin-deps.ts'
import type { ServerParts } from './app.ts'
import { advanceOnUndelivered, type Features } from './build-features.ts'
import type { ServerConfig } from './server-config.ts'
import type { WatchedParts } from './watched-parts.ts'

/** What the web side gets beside the features. */
export interface ListeningParts extends WatchedParts {
  changes: ChangeFeed
  replica?: ServerParts['replica']
  sandboxAddress: () => string | null
}

/** What the web side is made of: the routes of the features, and the callbacks of the phone provider. */
export function webSideParts(
  config: ServerConfig,
  jobs: JobEngine,
  { care, recordings, voiceCalls, billing, webhooks, push, forecast, talks }: Features,
  { changes, replica, sandboxAddress, metrics, readiness }: ListeningParts,
): ServerParts {
  const { env } = config
  return {
    ...care,
    webhookSender: webhooks.webhookSender,
    push,
    forecast,
    soundObjects: recordings.soundObjects,
    voiceCalls,
    log: config.log,
    plans: planLimits({ clock: care.clock, isBillingOn: env.BILLING }),
    phoneCountries: env.PHONE_COUNTRIES,
    verifiesEmail: env.EMAIL_VERIFICATION,
    consent: env.CONSENT,
    billing,
    admin: adminDeps(config, jobs, care, recordings),
    changes,
    replica,
    adminSecondFactor: adminSecondFactor(env),
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
        voiceCall: voiceCallEvents(voiceCalls),
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
        voices: watched.voiceCall,
        inbound: inboundProviderEvents(care),
        recordings: recordingProviderEvents(recordings),
        talks,
        databaseConnections: env.DATABASE_POOL_SIZE,
        onSlowCallback: slowDialling(care),
        clock: care.clock,
        texts: textProviderEvents({ ...care, onDelivered: noteDelivered, onUndelivered: advanceOnUndelivered(care) }),
      })
    },
  }
}
