import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dashboardStatsSchema, dashboardTodaySchema } from '#contract/calls/dashboard.ts'
import type { ScreenReads } from '#server/platform/database/replica/screen-reads.ts'
import { readerOf } from '#server/platform/http/requests/just-written.ts'
import { countStats } from './count-stats.ts'
import { readToday, type TodayViews } from './read-today.ts'

interface DashboardDeps extends TodayViews {
  screens: ScreenReads
  /** The name of the plan an account has paid for; null during the trial and without a subscription. */
  planOf(accountId: number): Promise<string | null>
}

export const dashboardRoutes: FastifyPluginAsyncZod<{ deps: DashboardDeps }> = async (app, { deps }) => {
  app.get('/api/dashboard/stats', { schema: { response: { 200: dashboardStatsSchema } } }, async (request) => {
    const [counts, plan] = await Promise.all([
      deps.screens(readerOf(request), (db) => countStats(db, request.account.id)),
      deps.planOf(request.account.id),
    ])
    return { ...counts, subscription: { plan } }
  })
  app.get('/api/dashboard/today', { schema: { response: { 200: dashboardTodaySchema } } }, (request) =>
    deps.screens(readerOf(request), (db) => readToday({ ...deps, db }, request.account)),
  )
}
