import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { renderScript } from '../scripts/render-script.ts'
import { transcriptionForm } from './callback-forms.ts'

const GOODBYE = [{ kind: 'say', text: 'Thank you. Goodbye.' }, { kind: 'hang_up' }] as const

/** What calls ask for that an operator handles with one of the templates for the provider's console. */
export const templateCallbacks: FastifyPluginAsyncZod = async (app) => {
  const config = { access: 'open' } as const

  // Without its own address a Record or Gather verb requests the same document again, forever.
  app.post('/api/twilio/template/goodbye', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/xml').send(renderScript(GOODBYE, () => '')),
  )
  // The words stay with the provider: the caller spoke to the operator, and Cooee keeps no voicemail.
  app.post(
    '/api/twilio/transcription',
    { config, schema: { hide: true, body: transcriptionForm } },
    async ({ body, log }, reply) => {
      const { TranscriptionSid: transcription, TranscriptionStatus: status, RecordingSid: recording } = body
      log.info({ transcription, status, recording }, 'The transcription of a message has arrived')
      return reply.code(204).send()
    },
  )
}
