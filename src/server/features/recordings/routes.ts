import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody, idParams } from '#contract/wire.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { answerRange } from '#server/platform/http/answers/answer-range.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { ownRecording } from './own-recording.ts'
import { recordingFileName } from './sounds/file-name.ts'
import { type ReadingDeps, readSound } from './sounds/read-sound.ts'

const query = z.object({ download: z.literal('1', 'Must be 1').optional() })
const sound = { content: { 'audio/wav': { schema: z.any() } } }
const response = {
  200: { description: 'The sound of the call.', ...sound },
  206: { description: 'The bytes that `Range` asked for.', ...sound },
  416: errorBody,
  503: errorBody,
}

/** The sound of a call, for those who may hear it: see docs/rights.md. One range of bytes at a time. */
export const recordingRoutes: FastifyPluginAsyncZod<{ deps: ReadingDeps & { clock: Clock } }> = async (
  app,
  { deps },
) => {
  app.get(
    '/api/calls/:id/recording',
    { compress: false, schema: { params: idParams, querystring: query, response } },
    async (request, reply) => {
      const accountId = request.account.id
      const recording = await ownRecording(deps.db, accountId, request.params.id, deps.clock.now())
      const range = answerRange(request, reply, recording.size)
      if (range === null) return reply.send({ message: 'The recording is not as long as that' })
      const bytes = await readSound(deps, recording.id, range)
      if (!bytes) throw notFound('Recording')
      // Who listened can be found out, whatever part they asked for. A HEAD gets none of it.
      if (request.method !== 'HEAD') request.log.info({ accountId, callId: request.params.id }, 'Recording opened')
      const disposition = request.query.download === undefined ? 'inline' : 'attachment'
      reply.header('content-disposition', `${disposition}; filename="${recordingFileName(recording)}"`)
      return reply.type(recording.contentType).send(bytes)
    },
  )
}
