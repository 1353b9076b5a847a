import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dashboardStatsSchema, dashboardTodaySchema } from '#contract/calls/dashboard.ts'
import { countStats } from './count-stats.ts'
import { readToday, type TodayViews } from './read-today.ts'

interface DashboardDeps extends TodayViews {
  /** The name of the plan an account has paid for; null during the trial and without a subscription. */
  planOf(accountId: number): Promise<string | null>
}

export const dashboardRoutes: FastifyPluginAsyncZod<{ deps: DashboardDeps }> = async (app, { deps }) => {
  app.get('/api/dashboard/stats', { schema: { response: { 200: dashboardStatsSchema } } }, async (request) => {
    const [counts, plan] = await Promise.all([countStats(deps.db, request.account.id), deps.planOf(request.account.id)])
    return { ...counts, subscription: { plan } }
  })
  app.get('/api/dashboard/today', { schema: { response: { 200: dashboardTodaySchema } } }, (request) =>
    readToday(deps, request.account),
  )
}
