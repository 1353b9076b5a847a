import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { activityQuery, activitySchema } from '#contract/activity.ts'
import type { Db } from '#server/platform/database.ts'
import { listActivity } from './list-activity.ts'

/** What happened, newest first; `before` pages on to what is older. */
export const activityRoutes: FastifyPluginAsyncZod<{ deps: { db: Db } }> = async (app, { deps }) => {
  app.get(
    '/api/activity',
    { schema: { querystring: activityQuery, response: { 200: z.array(activitySchema) } } },
    (request) => listActivity(deps.db, request.account.id, request.query),
  )
}
