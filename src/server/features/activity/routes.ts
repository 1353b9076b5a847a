import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { activityQuery, activityRetentionSchema, activitySchema } from '#contract/calls/activity.ts'
import { KEEP_CALLS_MONTHS, RETENTION_MONTHS } from '#core/retention.ts'
import type { Db } from '#server/platform/database/database.ts'
import { listActivity } from './list-activity.ts'

interface ActivityDeps {
  db: Db
  retentionMonths?: number
  keepCallsMonths?: number
}

/** What happened, newest first; `before` pages on to older entries. */
export const activityRoutes: FastifyPluginAsyncZod<{ deps: ActivityDeps }> = async (app, { deps }) => {
  app.get(
    '/api/activity',
    { schema: { querystring: activityQuery, response: { 200: z.array(activitySchema) } } },
    (request) => listActivity(deps.db, request.account, request.query),
  )

  app.get('/api/activity/retention', { schema: { response: { 200: activityRetentionSchema } } }, () => ({
    months: deps.retentionMonths ?? RETENTION_MONTHS,
    callMonths: deps.keepCallsMonths ?? KEEP_CALLS_MONTHS,
  }))
}
