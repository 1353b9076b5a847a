import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { TestCallFacts } from '../telephony.ts'
import { answerQuery, callForm, heardIn, idParams, providerCallOf } from './callback-forms.ts'
import { callbackUrls } from './callback-urls.ts'
import { renderScript } from './render-script.ts'

/** What Twilio tells about the calls of the testing centre. */
export const testCallCallbacks: FastifyPluginAsyncZod<{ publicUrl: string; facts: TestCallFacts }> = async (
  app,
  { publicUrl, facts },
) => {
  const config = { access: 'open' } as const
  const twiml = (testCallId: number, script: Parameters<typeof renderScript>[0]) =>
    renderScript(script, callbackUrls(publicUrl, { testCallId }).answer)

  app.post(
    '/api/twilio/test-voice/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params: { id }, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.answered(id, body.CallSid))),
  )
  app.post(
    '/api/twilio/test-voice/:id/answer',
    { config, schema: { hide: true, params: idParams, querystring: answerQuery, body: callForm } },
    async ({ params: { id }, query, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.heard(id, query.step, heardIn(body), body.CallSid))),
  )
  app.post(
    '/api/twilio/test-status/:id',
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      await facts.progressed(params.id, providerCallOf(body))
      return reply.code(204).send()
    },
  )
}
