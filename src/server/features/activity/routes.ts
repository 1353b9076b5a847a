import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { activityQuery, activityRetentionSchema, activitySchema } from '#contract/calls/activity.ts'
import { KEEP_CALLS_MONTHS, RETENTION_MONTHS } from '#core/retention.ts'
import type { ScreenReads } from '#server/platform/database/replica/screen-reads.ts'
import { readerOf } from '#server/platform/http/requests/just-written.ts'
import { listActivity } from './list-activity.ts'

interface ActivityDeps {
  screens: ScreenReads
  retentionMonths?: number
  keepCallsMonths?: number
}

/** What happened, newest first; `before` pages on to older entries. */
export const activityRoutes: FastifyPluginAsyncZod<{ deps: ActivityDeps }> = async (app, { deps }) => {
  app.get(
    '/api/activity',
    { schema: { querystring: activityQuery, response: { 200: z.array(activitySchema) } } },
    (request) => deps.screens(readerOf(request), (db) => listActivity(db, request.account, request.query)),
  )

  app.get('/api/activity/retention', { schema: { response: { 200: activityRetentionSchema } } }, () => ({
    months: deps.retentionMonths ?? RETENTION_MONTHS,
    callMonths: deps.keepCallsMonths ?? KEEP_CALLS_MONTHS,
  }))
}
