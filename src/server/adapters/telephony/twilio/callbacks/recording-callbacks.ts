import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProviderRecordingEvents } from '#server/adapters/telephony/telephony.ts'
import { idParams, recordingForm } from './callback-forms.ts'

/** What Twilio reports about the recordings of calls. */
export const recordingCallbacks: FastifyPluginAsyncZod<{ facts: ProviderRecordingEvents }> = async (app, { facts }) => {
  app.post(
    '/api/twilio/recording/:id',
    { config: { access: 'open' }, schema: { hide: true, params: idParams, body: recordingForm } },
    async ({ params, body }, reply) => {
      if (body.RecordingStatus === 'completed') {
        await facts.recorded(params.id, {
          providerRecordingId: body.RecordingSid,
          durationSeconds: body.RecordingDuration,
        })
      }
      return reply.code(204).send()
    },
  )
}
