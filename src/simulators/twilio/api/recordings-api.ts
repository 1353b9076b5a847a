import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger.ts'
import { toneWav } from '../phone/tone.ts'
import type { SimulatedRecording } from '../simulated-records.ts'
import { ApiError } from './api-error.ts'
import { type ListQuery, presentPage } from './api-paging.ts'
import { accountUri, presentRecording } from './api-resources.ts'

/** The Recordings resource and its media, as https://www.twilio.com/docs/voice/api/recording has them. */
export function recordingsApi(app: FastifyInstance, deps: { ledger: Ledger; accountSid: string }): void {
  const { ledger, accountSid } = deps
  const base = accountUri(accountSid)

  app.get<{ Querystring: ListQuery }>(`${base}/Recordings.json`, async ({ query }) => {
    const callSid = typeof query.CallSid === 'string' && query.CallSid !== '' ? query.CallSid : null
    const recordings = callSid === null ? ledger.recordings.all() : ledger.recordings.withKey(callSid)
    return presentPage(recordings, { uri: `${base}/Recordings.json`, query }, 'recordings', {
      matches: () => true,
      present: presentRecording,
    })
  })

  // The media has the ending .wav, or none at all.
  app.get<{ Params: { file: string } }>(`${base}/Recordings/:file`, async ({ params }, reply) => {
    const [sid = '', ending = 'wav'] = params.file.split('.')
    const recording = requireRecording(sid)
    if (ending !== 'wav' || recording.status !== 'completed') throw notFound(params.file)
    return reply.type('audio/x-wav').send(toneWav(recording.durationSeconds ?? 1))
  })

  app.delete<{ Params: { sid: string } }>(`${base}/Recordings/:sid.json`, async ({ params }, reply) => {
    ledger.removeRecording(requireRecording(params.sid).sid)
    return reply.code(204).send()
  })

  function requireRecording(sid: string): SimulatedRecording {
    const recording = ledger.recordings.get(sid)
    if (!recording) throw notFound(sid)
    return recording
  }

  function notFound(file: string): ApiError {
    return new ApiError('notFound', `The requested resource ${base}/Recordings/${file} was not found`)
  }
}
