import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProviderTextEvents } from '#server/adapters/telephony/telephony.ts'
import { textDelivery } from '../text-delivery.ts'
import { idParams, textStatusForm } from './callback-forms.ts'

/** What Twilio reports about a text message after accepting it: `delivered`, or `undelivered` and `failed`. */
export const textCallbacks: FastifyPluginAsyncZod<{ facts: ProviderTextEvents }> = async (app, { facts }) => {
  app.post(
    '/api/twilio/text-status/:id',
    { config: { access: 'open' }, schema: { hide: true, params: idParams, body: textStatusForm } },
    async ({ params, body: { MessageSid, MessageStatus, ErrorCode } }, reply) => {
      const { delivery, reason } = textDelivery(MessageStatus, ErrorCode)
      if (delivery !== null) await facts.progressed(params.id, delivery, reason, MessageSid)
      return reply.code(204).send()
    },
  )
}
