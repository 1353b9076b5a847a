import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import twilio from 'twilio'
import type { ProviderInboundEvents } from '#server/adapters/telephony/telephony.ts'
import { renderScript } from '../scripts/render-script.ts'
import { answerQuery, callForm, heardIn, senderOf, textForm } from './callback-forms.ts'
import { numberUrls } from './callback-urls.ts'

/** What reaches Cooee's own number: calls and text messages. The same addresses for everybody who rings or writes. */
export const inboundCallbacks: FastifyPluginAsyncZod<{ publicUrl: string; facts: ProviderInboundEvents }> = async (
  app,
  { publicUrl, facts },
) => {
  const config = { access: 'open' } as const
  const twiml = (script: Parameters<typeof renderScript>[0]) => renderScript(script, numberUrls(publicUrl).answer)

  app.post('/api/twilio/inbound/voice', { config, schema: { hide: true, body: callForm } }, async ({ body }, reply) =>
    reply.type('text/xml').send(twiml(await facts.called({ from: senderOf(body), providerCallId: body.CallSid }))),
  )
  app.post(
    '/api/twilio/inbound/answer',
    { config, schema: { hide: true, querystring: answerQuery, body: callForm } },
    async ({ query, body }, reply) => {
      const call = { from: senderOf(body), providerCallId: body.CallSid }
      return reply.type('text/xml').send(twiml(await facts.answered(call, query.step, heardIn(body))))
    },
  )
  // What follows from an inbound call was decided while it was talked on: its end changes nothing.
  app.post('/api/twilio/inbound/status', { config, schema: { hide: true, body: callForm } }, async (_request, reply) =>
    reply.code(204).send(),
  )
  app.post('/api/twilio/inbound/text', { config, schema: { hide: true, body: textForm } }, async ({ body }, reply) => {
    const { Body: text, MessageSid: providerMessageId } = body
    const answer = await facts.texted({ from: senderOf(body), text, providerMessageId })
    const response = new twilio.twiml.MessagingResponse()
    if (answer !== null) response.message(answer)
    return reply.type('text/xml').send(response.toString())
  })
}
