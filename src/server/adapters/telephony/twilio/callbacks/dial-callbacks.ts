import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CallSubject, DialFacts } from '#server/adapters/telephony/telephony.ts'
import { renderScript } from '../scripts/render-script.ts'
import { answerQuery, callForm, heardIn, idParams, providerCallOf } from './callback-forms.ts'
import { callbackUrls, type SubjectPrefix } from './callback-urls.ts'

interface DialCallbacks {
  publicUrl: string
  /** What the addresses of these calls begin with. */
  place: SubjectPrefix
  subjectOf(id: number): CallSubject
  facts: DialFacts
}

/** What Twilio reports about the calls that we place, for one of their purposes. */
export const dialCallbacks: FastifyPluginAsyncZod<DialCallbacks> = async (app, options) => {
  const { publicUrl, place, subjectOf, facts } = options
  const config = { access: 'open' } as const
  const twiml = (id: number, script: Parameters<typeof renderScript>[0]) =>
    renderScript(script, callbackUrls(publicUrl, subjectOf(id)).answer)

  app.post(
    `/api/twilio/${place}voice/:id`,
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params: { id }, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.answered(id, body.CallSid, body.To))),
  )
  app.post(
    `/api/twilio/${place}voice/:id/answer`,
    { config, schema: { hide: true, params: idParams, querystring: answerQuery, body: callForm } },
    async ({ params: { id }, query, body }, reply) =>
      reply.type('text/xml').send(twiml(id, await facts.heard(id, query.step, heardIn(body), body.CallSid))),
  )
  app.post(
    `/api/twilio/${place}status/:id`,
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      await facts.progressed(params.id, providerCallOf(body))
      return reply.code(204).send()
    },
  )
  const { lineTakenBy } = facts
  if (!lineTakenBy) return
  app.post(
    `/api/twilio/${place}machine-detection/:id`,
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      const { answeredBy, providerCallId } = providerCallOf(body)
      if (answeredBy) await lineTakenBy(params.id, providerCallId, answeredBy)
      return reply.code(204).send()
    },
  )
}
