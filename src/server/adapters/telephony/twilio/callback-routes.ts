import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import twilio from 'twilio'
import { z } from 'zod'
import { AppError, notFound } from '#server/platform/app-error.ts'
import type { CallFacts } from '../telephony.ts'
import { answeredBy, endedStatus } from './call-status.ts'
import { callbackUrls } from './callback-urls.ts'
import { renderScript } from './render-script.ts'

interface CallbackOptions {
  authToken: string
  publicUrl: string
  facts: CallFacts
}

const params = z.object({ attemptId: z.coerce.number().int().positive() })
const SPEECH_LIMIT = 2000
/** The fields we read of Twilio's forms; there are many more, and all of them are signed. */
const callForm = z.looseObject({
  CallSid: z.string().min(1).max(64),
  CallStatus: z.string().max(32).default(''),
  CallDuration: z.coerce.number().int().nonnegative().optional(),
  AnsweredBy: z.string().max(32).optional(),
  Digits: z.string().max(32).default(''),
  // A long story is cut, not refused: whoever told it would hear an error.
  SpeechResult: z
    .string()
    .transform((words) => words.slice(0, SPEECH_LIMIT))
    .default(''),
})
const answerQuery = z.object({ step: z.string().max(32).default('first') })

/**
 * The provider's callbacks about one attempt. Refused with 403 unless Twilio's signature over the whole public address
 * and all form fields is right (X-Twilio-Signature, HMAC-SHA1 with the account's token).
 */
export const twilioCallbackRoutes: FastifyPluginAsyncZod<CallbackOptions> = async (app, options) => {
  const { authToken, publicUrl, facts } = options
  await app.register(formbody)

  // Before the schemas are looked at: who cannot sign learns nothing about them.
  app.addHook('preValidation', async (request) => {
    if (!isSigned(request, authToken, publicUrl)) {
      request.log.warn('A provider callback with a wrong signature was refused')
      throw new AppError('not_allowed', 'The signature is not right')
    }
  })

  const open = { access: 'open' } as const
  const twiml = (attemptId: number, script: Parameters<typeof renderScript>[0]) =>
    renderScript(script, callbackUrls(publicUrl, attemptId).answer)

  app.post(
    '/api/twilio/voice/:attemptId',
    { config: open, schema: { hide: true, params, body: callForm } },
    async (request, reply) => {
      const { attemptId } = request.params
      const script = await facts.answered(attemptId, request.body.CallSid)
      return reply.type('text/xml').send(twiml(attemptId, script))
    },
  )
  app.post(
    '/api/twilio/voice/:attemptId/answer',
    { config: open, schema: { hide: true, params, querystring: answerQuery, body: callForm } },
    async (request, reply) => {
      const { attemptId } = request.params
      const { Digits: keys, SpeechResult: speech } = request.body
      const script = await facts.heard(attemptId, request.query.step, { keys, speech })
      return reply.type('text/xml').send(twiml(attemptId, script))
    },
  )
  app.post(
    '/api/twilio/status/:attemptId',
    { config: open, schema: { hide: true, params, body: callForm } },
    async (request, reply) => {
      const { CallSid, CallStatus, CallDuration, AnsweredBy } = request.body
      await facts.progressed(request.params.attemptId, {
        providerCallId: CallSid,
        status: CallStatus,
        endedStatus: endedStatus(CallStatus),
        answeredBy: answeredBy(AnsweredBy),
        durationSeconds: CallDuration ?? null,
      })
      return reply.code(204).send()
    },
  )
  app.post(
    '/api/twilio/machine-detection/:attemptId',
    { config: open, schema: { hide: true, params, body: callForm } },
    async (request, reply) => {
      const by = answeredBy(request.body.AnsweredBy)
      if (by) await facts.lineTakenBy(request.params.attemptId, request.body.CallSid, by)
      return reply.code(204).send()
    },
  )
  // Whatever else is said to come from the provider must be signed before it is told that nobody listens here.
  app.post('/api/twilio/*', { config: open, schema: { hide: true } }, async () => {
    throw notFound('Callback')
  })
}

function isSigned(request: FastifyRequest, authToken: string, publicUrl: string): boolean {
  const signature = request.headers['x-twilio-signature']
  if (typeof signature !== 'string') return false
  const form = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {}
  return twilio.validateRequest(authToken, signature, publicUrl + request.url, form)
}
