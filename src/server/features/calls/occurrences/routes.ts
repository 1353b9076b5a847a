import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { moveOccurrenceBody, occurrenceBody, weekQuery, weekSchema } from '#contract/calls/week.ts'
import { idParams } from '#contract/wire.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { ScreenReads } from '#server/platform/database/replica/screen-reads.ts'
import { readerOf } from '#server/platform/http/requests/just-written.ts'
import { IN_PAGES, pageOf } from '#server/platform/http/requests/next-page.ts'
import type { CallsDeps } from '../deps.ts'
import type { CallViews } from '../view/call-view.ts'
import { moveOccurrence } from './move-occurrence.ts'
import { readWeek } from './read-week.ts'
import { restoreOccurrence } from './restore-occurrence.ts'
import { skipOccurrence } from './skip-occurrence.ts'

/** What will ring in a week, and single occurrences of recurring calls. */
export const occurrenceRoutes: FastifyPluginAsyncZod<{
  deps: CallsDeps & CallViews & { clock: Clock; screens: ScreenReads }
}> = async (app, { deps }) => {
  app.get(
    '/api/calls/week',
    {
      schema: {
        description: `What will ring in seven days from \`from\`, by person. ${IN_PAGES} It counts loved ones.`,
        querystring: weekQuery,
        response: { 200: weekSchema },
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const from = query.from ?? toWallClock(deps.clock.now(), account.timezone).date
      const { people, ...week } = await deps.screens(readerOf(request), (db) =>
        readWeek({ ...deps, db }, { ...query, account, from }),
      )
      return { ...week, people: pageOf(reply, people, query.limit, ({ lovedOneId }) => lovedOneId) }
    },
  )
  app.post(
    '/api/calls/:id/occurrence/move',
    {
      schema: {
        description: 'Rings one occurrence at another time, at most seven days apart; a call of its own does.',
        params: idParams,
        body: moveOccurrenceBody,
        response: { 200: z.object({ callId: z.number().int() }) },
      },
    },
    async ({ account, params, body }) => ({ callId: await moveOccurrence(deps, account, params.id, body) }),
  )
  app.post(
    '/api/calls/:id/occurrence/skip',
    { schema: { params: idParams, body: occurrenceBody, response: { 204: z.null() } } },
    async ({ account, params, body }, reply) => {
      await skipOccurrence(deps, account, params.id, body)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/calls/:id/occurrence/restore',
    {
      schema: {
        description: 'Takes back that it was moved or skipped.',
        params: idParams,
        body: occurrenceBody,
        response: { 204: z.null() },
      },
    },
    async ({ account, params, body }, reply) => {
      await restoreOccurrence(deps, account, params.id, body)
      return reply.code(204).send(null)
    },
  )
}
