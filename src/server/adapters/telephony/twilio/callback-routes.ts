import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import twilio from 'twilio'
import { AppError, notFound } from '#server/platform/app-error.ts'
import type { AlertCallFacts, CallFacts, InboundFacts, RecordingFacts, TestCallFacts, TextFacts } from '../telephony.ts'
import { alertCallbacks } from './alert-callbacks.ts'
import { attemptCallbacks } from './attempt-callbacks.ts'
import { inboundCallbacks } from './inbound-callbacks.ts'
import { recordingCallbacks } from './recording-callbacks.ts'
import { templateCallbacks } from './template-callbacks.ts'
import { testCallCallbacks } from './test-call-callbacks.ts'
import { textCallbacks } from './text-callbacks.ts'

interface CallbackOptions {
  authToken: string
  publicUrl: string
  /** Who is told what the provider tells. */
  facts: CallFacts
  alerts: AlertCallFacts
  tests: TestCallFacts
  inbound: InboundFacts
  texts: TextFacts
  recordings: RecordingFacts
}

/**
 * The provider's callbacks. Refused with 403 unless Twilio's signature over the whole public address and all form fields
 * is right (X-Twilio-Signature, HMAC-SHA1 with the account's token).
 */
export const twilioCallbackRoutes: FastifyPluginAsyncZod<CallbackOptions> = async (app, options) => {
  const { authToken, publicUrl, facts, alerts, tests, inbound, texts, recordings } = options
  await app.register(formbody)

  // Before the schemas are looked at: who cannot sign learns nothing about them.
  app.addHook('preValidation', async (request) => {
    if (!isSigned(request, authToken, publicUrl)) {
      request.log.warn('A provider callback with a wrong signature was refused')
      throw new AppError('not_allowed', 'The signature is not right')
    }
  })

  await app.register(attemptCallbacks, { publicUrl, facts })
  await app.register(alertCallbacks, { publicUrl, facts: alerts })
  await app.register(testCallCallbacks, { publicUrl, facts: tests })
  await app.register(inboundCallbacks, { publicUrl, facts: inbound })
  await app.register(textCallbacks, { facts: texts })
  await app.register(recordingCallbacks, { facts: recordings })
  await app.register(templateCallbacks)
  // Whatever else is said to come from the provider must be signed before it is told that nobody listens here.
  app.post('/api/twilio/*', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    throw notFound('Callback')
  })
}

function isSigned(request: FastifyRequest, authToken: string, publicUrl: string): boolean {
  const signature = request.headers['x-twilio-signature']
  if (typeof signature !== 'string') return false
  const form = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {}
  return twilio.validateRequest(authToken, signature, publicUrl + request.url, form)
}
