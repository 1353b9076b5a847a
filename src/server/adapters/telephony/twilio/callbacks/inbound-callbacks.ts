import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import twilio from 'twilio'
import type { ProviderInboundEvents } from '#server/adapters/telephony/telephony.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { renderScript } from '../scripts/render-script.ts'
import { answerQuery, callForm, heardIn, senderOf, textForm, voiceQuery } from './callback-forms.ts'
import { numberUrls } from './callback-urls.ts'
import type { WhileHeld } from './wait-for-database.ts'

interface InboundCallbacks {
  publicUrl: string
  facts: ProviderInboundEvents
  clock: Clock
  whileHeld: WhileHeld
}

/** What reaches Cooee's own number: calls and text messages. The same addresses for everybody who rings or writes. */
export const inboundCallbacks: FastifyPluginAsyncZod<InboundCallbacks> = async (app, options) => {
  const { publicUrl, facts, clock, whileHeld } = options
  const config = { access: 'open' } as const
  const twiml = (script: Parameters<typeof renderScript>[0]) => renderScript(script, numberUrls(publicUrl).answer)
  const call = 'inbound/voice'

  app.post(
    '/api/twilio/inbound/voice',
    { config, schema: { hide: true, querystring: voiceQuery, body: callForm } },
    async ({ query: { waited, language }, body, log }, reply) => {
      const caller = { from: senderOf(body), providerCallId: body.CallSid }
      const script = await whileHeld(async () => twiml(await facts.called(caller)), {
        publicUrl,
        call,
        providerCallId: body.CallSid,
        waited,
        language,
        log,
      })
      return reply.type('text/xml').send(script)
    },
  )
  app.post(
    '/api/twilio/inbound/answer',
    { config, schema: { hide: true, querystring: answerQuery, body: callForm } },
    async ({ query, body, log }, reply) => {
      const { step, waited, language } = query
      const caller = { from: senderOf(body), providerCallId: body.CallSid }
      const heard = heardIn(body, query, clock.now())
      const held = { publicUrl, call, providerCallId: body.CallSid, waited, language, answer: { step, ...heard }, log }
      const script = await whileHeld(async () => twiml(await facts.answered(caller, step, heard)), held)
      return reply.type('text/xml').send(script)
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
