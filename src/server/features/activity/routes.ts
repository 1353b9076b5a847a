import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { activityQuery, activitySchema } from '#contract/activity.ts'
import type { Db } from '#server/platform/database.ts'

/** What happened, newest first; `before` pages on to what is older. */
export const activityRoutes: FastifyPluginAsyncZod<{ deps: { db: Db } }> = async (app, { deps }) => {
  app.get(
    '/api/activity',
    { schema: { querystring: activityQuery, response: { 200: z.array(activitySchema) } } },
    async (request) => {
      const { limit, before } = request.query
      const entries = await deps.db
        .selectFrom('activity')
        .select(['id', 'activityType', 'description', 'details', 'createdAt'])
        .where('accountId', '=', request.account.id)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return entries.map(({ id, activityType, description, details, createdAt }) => ({
        id,
        activityType,
        description,
        createdAt: createdAt.toISOString(),
        metadata: details === null ? {} : { details },
      }))
    },
  )
}
