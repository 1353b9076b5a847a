import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerRange } from '#server/platform/http/answers/answer-range.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { VoicesDeps } from './deps.ts'
import { readVoice, unreadableVoice } from './read-voice.ts'
import type { VoicePlay } from './voice-links.ts'

const params = z.object({ name: z.string() })

/**
 * The recordings as the phone provider fetches them: under a signed address of one recording for one dial, which is unknown once it has
 * expired, the recording was deleted or the dial was. The signature is checked before the database is asked.
 */
export const playedVoiceRoutes: FastifyPluginAsyncZod<{ deps: VoicesDeps }> = async (app, { deps }) => {
  app.get(
    '/api/voices/:name',
    { compress: false, config: { access: 'open', isCallback: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const play = deps.voices.playOf(request.params.name, deps.clock.now())
      const sound = play && (await isChosen(deps, play)) ? await readVoice(deps, deps.db, play.recordingId) : null
      if (!play || sound === null) throw notFound('Recording')
      if (sound === 'unreadable') throw unreadableVoice()
      const range = answerRange(request, reply, sound.length)
      if (range === null) return reply.send({ message: 'The recording is not as long as that' })
      if (request.method === 'GET') await noteFetched(deps, play)
      return reply.type('audio/wav').send(sound.subarray(range.first, range.last + 1))
    },
  )
}

async function isChosen({ db }: VoicesDeps, { recordingId, dialId }: VoicePlay): Promise<boolean> {
  const play = db.selectFrom('voicePlays').select('dialId')
  const found = await play.where('recordingId', '=', recordingId).where('dialId', '=', dialId).executeTakeFirst()
  return found !== undefined
}

async function noteFetched({ db, clock }: VoicesDeps, { recordingId, dialId }: VoicePlay): Promise<void> {
  await db
    .updateTable('voicePlays')
    .set({ fetchedAt: clock.now() })
    .where('recordingId', '=', recordingId)
    .where('dialId', '=', dialId)
    .where('fetchedAt', 'is', null)
    .execute()
}
