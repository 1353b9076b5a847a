import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AlertCallFacts } from '../telephony.ts'
import { answerQuery, callForm, heardIn, idParams, providerCallOf } from './callback-forms.ts'
import { callbackUrls } from './callback-urls.ts'
import { renderScript } from './render-script.ts'

/** What Twilio tells about the calls that alert somebody. */
export const alertCallbacks: FastifyPluginAsyncZod<{ publicUrl: string; facts: AlertCallFacts }> = async (
  app,
  { publicUrl, facts },
) => {
  const config = { access: 'open' } as const
  const twiml = (alertId: number, script: Parameters<typeof renderScript>[0]) =>
    renderScript(script, callbackUrls(publicUrl, { alertId }).answer)

  app.post(
    '/api/twilio/alert-voice/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params: { id }, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.answered(id, body.CallSid))),
  )
  app.post(
    '/api/twilio/alert-voice/:id/answer',
    { config, schema: { hide: true, params: idParams, querystring: answerQuery, body: callForm } },
    async ({ params: { id }, query, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.heard(id, query.step, heardIn(body), body.CallSid))),
  )
  app.post(
    '/api/twilio/alert-status/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      await facts.progressed(params.id, providerCallOf(body))
      return reply.code(204).send()
    },
  )
}
