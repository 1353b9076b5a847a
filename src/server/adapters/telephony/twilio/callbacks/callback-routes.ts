import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import twilio from 'twilio'
import type { ProviderTalks } from '#server/adapters/telephony/talk-line.ts'
import type {
  DialFacts,
  ProviderCallEvents,
  ProviderInboundEvents,
  ProviderRecordingEvents,
  ProviderTextEvents,
} from '#server/adapters/telephony/telephony.ts'
import { limitConcurrency } from '#server/platform/admission/limit-concurrency.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import { relayEndpoint } from '../relay/relay-endpoint.ts'
import { FALLBACK_PATH, isOwnFallback, RELAY_PATH } from './callback-urls.ts'
import { dialCallbacks, type StoreReport } from './dial-callbacks.ts'
import { fallbackCallbacks } from './fallback-callbacks.ts'
import { inboundCallbacks } from './inbound-callbacks.ts'
import { recordingCallbacks } from './recording-callbacks.ts'
import { templateCallbacks } from './template-callbacks.ts'
import { textCallbacks } from './text-callbacks.ts'
import { WAIT_TIMING, type WaitTiming, waitForDatabase } from './wait-for-database.ts'

interface CallbackOptions {
  /** What callbacks about calls are signed with. */
  authToken: string
  /** What callbacks about text messages are signed with; left out, the same. */
  messagingAuthToken?: string | undefined
  publicUrl: string
  /** Where the fallback of calls is asked for; left out, `publicUrl`. */
  fallbackUrl?: string | undefined
  /** Who receives what the provider reports. */
  facts: ProviderCallEvents
  alerts: DialFacts
  tests: DialFacts
  /** Of members who record their voice. */
  voices: DialFacts
  inbound: ProviderInboundEvents
  texts: ProviderTextEvents
  recordings: ProviderRecordingEvents
  /** Holds talks; left out where no model is configured. */
  talks?: ProviderTalks | undefined
  /** How many connections to the database requests of this process have (`DATABASE_POOL_SIZE`). */
  databaseConnections: number
  /** Called once for each signed callback about a call that is not answered within `SLOW_SCRIPT_MS` or `SLOW_REPORT_MS`: we have more to do than we can. */
  onSlowCallback(): void
  clock: Clock
  /** How long a person on the phone waits for the database; shorter in tests. */
  waitTiming?: WaitTiming | undefined
}

/** Reports of calls may hold a quarter of the connections at a time. The others answer people on the phone, and screens. */
const CONNECTIONS_FOR_REPORTS = 1 / 4

/** After a second of silence a person on the phone says hello again. */
const SLOW_SCRIPT_MS = 1_000
/** A third of the time for which the provider waits for the answer to a report. Reports wait while people are answered. */
const SLOW_REPORT_MS = 5_000

/** Addresses that the messaging side of the provider calls. */
const OF_MESSAGING = ['/api/twilio/inbound/text', '/api/twilio/text-status/']

/** The provider's callbacks, refused with 403 unless Twilio's signature over the whole public address and all form fields is right. */
export const twilioCallbackRoutes: FastifyPluginAsyncZod<CallbackOptions> = async (app, options) => {
  const {
    publicUrl,
    facts,
    alerts,
    tests,
    voices,
    inbound,
    texts,
    recordings,
    talks,
    onSlowCallback,
    clock,
    waitTiming = WAIT_TIMING,
  } = options
  const reportsAtOnce = Math.max(1, Math.floor(options.databaseConnections * CONNECTIONS_FOR_REPORTS))
  const acquire = limitConcurrency({ atOnce: reportsAtOnce, waiting: Number.POSITIVE_INFINITY })
  // One of each call: a call whose rows are locked holds one connection, not all of them.
  const acquireCall = limitConcurrency({ atOnce: 1, waiting: Number.POSITIVE_INFINITY })
  const storeReport: StoreReport = async (call, store) => {
    const releaseCall = await acquireCall(call)
    // What waits for other reports of its call waits for a lock, not for us.
    const slow = setTimeout(onSlowCallback, SLOW_REPORT_MS)
    const release = await acquire('reports')
    const onStored = () => {
      clearTimeout(slow)
      release?.()
      releaseCall?.()
    }
    try {
      return await store(onStored)
    } finally {
      onStored()
    }
  }
  const wait = waitForDatabase(app, waitTiming)
  const whileHeld: typeof wait = async (work, held) => {
    const slow = setTimeout(onSlowCallback, SLOW_SCRIPT_MS)
    // A database that is away is no sign of too many calls.
    const noteFailure = (err: unknown) => {
      clearTimeout(slow)
      throw err
    }
    try {
      return await wait(() => work().catch(noteFailure), held)
    } finally {
      clearTimeout(slow)
    }
  }
  const held = { authToken: options.authToken, publicUrl, clock, whileHeld, storeReport }
  await app.register(formbody)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isCallback: true }
  })

  // Before the schemas are checked: a caller that cannot sign learns nothing about them.
  app.addHook('preValidation', async (request) => {
    if (!isSigned(request, signerOf(request, options))) {
      request.log.warn('Provider callback with a wrong signature refused')
      throw new AppError('not_allowed', 'The signature is not right')
    }
  })

  await app.register(dialCallbacks, { ...held, subjectPrefix: '', subjectOf: (attemptId) => ({ attemptId }), facts })
  await app.register(dialCallbacks, {
    ...{ ...held, subjectPrefix: 'alert-', facts: alerts },
    subjectOf: (alertId) => ({ alertId }),
  })
  await app.register(dialCallbacks, {
    ...{ ...held, subjectPrefix: 'test-', facts: tests },
    subjectOf: (testCallId) => ({ testCallId }),
  })
  await app.register(dialCallbacks, {
    ...{ ...held, subjectPrefix: 'own-', facts: voices },
    subjectOf: (voiceCallId) => ({ voiceCallId }),
  })
  await app.register(inboundCallbacks, { ...held, facts: inbound })
  await app.register(textCallbacks, { facts: texts })
  await app.register(recordingCallbacks, { facts: recordings })
  await app.register(templateCallbacks)
  await app.register(fallbackCallbacks, { publicUrl, clock })
  if (talks) {
    app.onUpgrade(RELAY_PATH, relayEndpoint({ authToken: options.authToken, publicUrl, talks, log: app.log }))
  }
  // Any other request in the provider's name must be signed before it gets its 404.
  app.post('/api/twilio/*', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    throw notFound('Callback')
  })
}

/** With which token a request must be signed, and over the address at which host. */
interface Signer {
  authToken: string
  origin: string
}

function signerOf({ url }: FastifyRequest, options: CallbackOptions): Signer {
  const { authToken, messagingAuthToken = authToken, publicUrl, fallbackUrl = publicUrl } = options
  if (OF_MESSAGING.some((path) => url.startsWith(path))) return { authToken: messagingAuthToken, origin: publicUrl }
  const isElsewhere = url.startsWith(FALLBACK_PATH) && isOwnFallback({ publicUrl, base: fallbackUrl })
  return { authToken, origin: isElsewhere ? fallbackUrl : publicUrl }
}

function isSigned(request: FastifyRequest, { authToken, origin }: Signer): boolean {
  const signature = request.headers['x-twilio-signature']
  if (typeof signature !== 'string') return false
  const form = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {}
  return twilio.validateRequest(authToken, signature, origin + request.url, form)
}
