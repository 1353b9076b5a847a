import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { activityQuery, activityRetentionSchema, activitySchema } from '#contract/calls/activity.ts'
import { RETENTION_MONTHS } from '#core/retention.ts'
import type { Db } from '#server/platform/database/database.ts'
import { listActivity } from './list-activity.ts'

/** What happened, newest first; `before` pages on to older entries. */
export const activityRoutes: FastifyPluginAsyncZod<{ deps: { db: Db; retentionMonths?: number } }> = async (
  app,
  { deps },
) => {
  app.get(
    '/api/activity',
    { schema: { querystring: activityQuery, response: { 200: z.array(activitySchema) } } },
    (request) => listActivity(deps.db, request.account, request.query),
  )

  app.get('/api/activity/retention', { schema: { response: { 200: activityRetentionSchema } } }, () => ({
    months: deps.retentionMonths ?? RETENTION_MONTHS,
  }))
}
