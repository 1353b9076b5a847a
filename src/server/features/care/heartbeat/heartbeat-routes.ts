import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { heartbeatSchema, noHeartbeatSchema } from '#contract/admin/heartbeat.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { atMostEvery } from '#server/platform/work/at-most-every.ts'
import { readHeartbeat } from './heartbeat.ts'

/** Anybody may ask, and each question costs the database: the answer is cached for this time. */
const ANSWER_VALID_MS = 1_000

/**
 * For an outside monitor: whether due calls are being placed, whichever process places them. Contains no personal data.
 */
export const heartbeatRoutes: FastifyPluginAsyncZod<{ deps: { db: Db; clock: Clock } }> = async (app, { deps }) => {
  const read = atMostEvery(
    ANSWER_VALID_MS,
    () => readHeartbeat(deps),
    () => deps.clock.now().getTime(),
  )
  app.get(
    '/api/heartbeat',
    { config: { access: 'open' }, schema: { response: { 200: heartbeatSchema, 503: noHeartbeatSchema } } },
    async (_request, reply) => {
      const { trouble, dueNotStarted, ...heartbeat } = await read()
      const lastHeartbeatAt = heartbeat.lastHeartbeatAt?.toISOString() ?? null
      const answer = { lastHeartbeatAt, lastLookAt: lastHeartbeatAt, dueNotStarted }
      if (trouble === null) return reply.send({ status: 'ok', ...answer })
      return reply.code(503).send({ status: 'failing', message: trouble, ...answer })
    },
  )
}
