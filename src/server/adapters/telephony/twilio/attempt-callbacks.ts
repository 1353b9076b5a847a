import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CallFacts } from '../telephony.ts'
import { answerQuery, callForm, heardIn, idParams, providerCallOf } from './callback-forms.ts'
import { callbackUrls } from './callback-urls.ts'
import { renderScript } from './render-script.ts'

/** What Twilio tells about the calls to loved ones. */
export const attemptCallbacks: FastifyPluginAsyncZod<{ publicUrl: string; facts: CallFacts }> = async (
  app,
  { publicUrl, facts },
) => {
  const config = { access: 'open' } as const
  const twiml = (attemptId: number, script: Parameters<typeof renderScript>[0]) =>
    renderScript(script, callbackUrls(publicUrl, { attemptId }).answer)

  app.post(
    '/api/twilio/voice/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params: { id }, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.answered(id, body.CallSid))),
  )
  app.post(
    '/api/twilio/voice/:id/answer',
    { config, schema: { hide: true, params: idParams, querystring: answerQuery, body: callForm } },
    async ({ params: { id }, query, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.heard(id, query.step, heardIn(body), body.CallSid))),
  )
  app.post(
    '/api/twilio/status/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      await facts.progressed(params.id, providerCallOf(body))
      return reply.code(204).send()
    },
  )
  app.post(
    '/api/twilio/machine-detection/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      const { answeredBy, providerCallId } = providerCallOf(body)
      if (answeredBy) await facts.lineTakenBy(params.id, providerCallId, answeredBy)
      return reply.code(204).send()
    },
  )
}
