import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  callVoiceSchema,
  VOICE_FAULTS,
  VOICE_PARTS,
  VOICE_TOO_LARGE,
  voiceRecordingAnswer,
} from '#contract/calls/familiar-voice.ts'
import { errorBody, idParams } from '#contract/wire.ts'
import { LARGEST_VOICE_BYTES } from '#core/voice/read-wav.ts'
import { answerRange } from '#server/platform/http/answers/answer-range.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { EnteredAccount } from '#server/platform/http/requests/authentication.ts'
import { type Asking, ownVoice } from './own-voice.ts'
import type { VoiceCallDeps } from './phone/deps.ts'
import { ringMember } from './phone/ring-member.ts'
import { readVoice, unreadableVoice } from './read-voice.ts'
import { saveVoice } from './save-voice.ts'
import { recordableCall } from './schedule-of-call.ts'
import { applyVoice, deleteVoice, noteHeard } from './use-voice.ts'
import { voiceOf, voiceOfCall } from './voice-view.ts'

const wav = { content: { 'audio/wav': { schema: z.any() } } }
const soundResponse = {
  200: { description: 'The recording.', ...wav },
  206: { description: 'The bytes that `Range` asked for.', ...wav },
  416: errorBody,
  503: errorBody,
}

const askingOf = ({ account }: { account: EnteredAccount }): Asking => ({
  accountId: account.id,
  personId: account.by.personId,
})

/** Recording the greeting and the question of a schedule in a member's own voice, listening to it, and using it. */
export const voiceRoutes: FastifyPluginAsyncZod<{ deps: VoiceCallDeps }> = async (app, { deps }) => {
  const { db } = deps

  app.get('/api/calls/:id/voice', { schema: { params: idParams, response: { 200: callVoiceSchema } } }, (request) =>
    voiceOfCall(db, askingOf(request), request.params.id),
  )

  await app.register(async (uploads) => {
    // As much more as it takes to say what is wrong with it; the connection is closed at ten times that.
    const bodyLimit = 4 * LARGEST_VOICE_BYTES
    uploads.addContentTypeParser(
      ['audio/wav', 'audio/x-wav', 'audio/wave'],
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    )
    for (const part of VOICE_PARTS)
      uploads.post(
        `/api/calls/:id/voice/${part}`,
        {
          bodyLimit,
          schema: {
            // The body is no JSON: docs/api.md describes it.
            hide: true,
            params: idParams,
            response: { 201: voiceRecordingAnswer },
          },
        },
        async (request, reply) => {
          const asking = askingOf(request)
          const { id: callId } = request.params as z.infer<typeof idParams>
          const { scheduleId } = await recordableCall(db, asking.accountId, callId)
          const bytes = soundIn(request.body)
          const id = await db
            .transaction()
            .execute((trx) => saveVoice(deps, trx, { ...asking, scheduleId, part, source: 'page', bytes }))
          return reply.code(201).send(await voiceOf(db, asking, id))
        },
      )
  })

  for (const part of VOICE_PARTS)
    app.post(
      `/api/calls/:id/voice/${part}/ring`,
      {
        schema: {
          hide: true,
          params: idParams,
          response: { 202: callVoiceSchema, 502: errorBody },
        },
      },
      async (request, reply) => {
        const { id: callId } = request.params
        await ringMember(deps, askingOf(request), { callId, part })
        return reply.code(202).send(await voiceOfCall(db, askingOf(request), callId))
      },
    )

  app.get(
    '/api/voice-recordings/:id/sound',
    { compress: false, schema: { params: idParams, response: soundResponse } },
    async (request, reply) => {
      const { id: recordingId } = await ownVoice(db, askingOf(request), request.params.id)
      const sound = await readVoice(deps, db, recordingId)
      if (sound === null) throw notFound('Recording')
      if (sound === 'unreadable') throw unreadableVoice()
      const range = answerRange(request, reply, sound.length)
      if (range === null) return reply.send({ message: 'The recording is not as long as that' })
      return reply.type('audio/wav').send(sound.subarray(range.first, range.last + 1))
    },
  )

  app.post(
    '/api/voice-recordings/:id/heard',
    {
      schema: {
        description: 'Says that you have listened to your recording to its end. Only then it can be used.',
        params: idParams,
        response: { 200: voiceRecordingAnswer },
      },
    },
    async (request) => {
      const asking = askingOf(request)
      const { id: recordingId } = await ownVoice(db, asking, request.params.id)
      await noteHeard(deps, { personId: asking.personId, recordingId })
      return voiceOf(db, asking, recordingId)
    },
  )

  app.post(
    '/api/voice-recordings/:id/use',
    { schema: { params: idParams, response: { 200: voiceRecordingAnswer } } },
    async (request) => {
      const { account, params } = request
      const act = { accountId: account.id, by: account.by, recordingId: params.id }
      await db.transaction().execute((trx) => applyVoice(deps, trx, act))
      return voiceOf(db, askingOf(request), params.id)
    },
  )

  app.delete(
    '/api/voice-recordings/:id',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async ({ account, params }, reply) => {
      const act = { accountId: account.id, by: account.by, recordingId: params.id }
      await db.transaction().execute((trx) => deleteVoice(trx, act))
      return reply.code(204).send(null)
    },
  )
}

function soundIn(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new AppError('invalid', VOICE_FAULTS.no_wav, { field: 'sound' })
  if (body.length > LARGEST_VOICE_BYTES) throw new AppError('invalid', VOICE_TOO_LARGE, { field: 'sound' })
  return body
}
