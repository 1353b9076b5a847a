import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dashboardStatsSchema } from '#contract/calls/dashboard.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countStats } from './count-stats.ts'

interface DashboardDeps {
  db: Db
  /** The name of the plan an account has paid for; null during the trial and without a subscription. */
  planOf(accountId: number): Promise<string | null>
}

export const dashboardRoutes: FastifyPluginAsyncZod<{ deps: DashboardDeps }> = async (app, { deps }) => {
  app.get('/api/dashboard/stats', { schema: { response: { 200: dashboardStatsSchema } } }, async (request) => {
    const [counts, plan] = await Promise.all([countStats(deps.db, request.account.id), deps.planOf(request.account.id)])
    return { ...counts, subscription: { plan } }
  })
}
