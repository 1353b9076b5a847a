import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { type DashboardStats, dashboardStatsSchema } from '#contract/dashboard.ts'
import type { Db } from '#server/platform/database.ts'

export interface DashboardDeps {
  db: Db
  /** The name of the plan an account has paid for; null during the trial and without a subscription. */
  planOf(accountId: number): Promise<string | null>
}

export const dashboardRoutes: FastifyPluginAsyncZod<{ deps: DashboardDeps }> = async (app, { deps }) => {
  app.get('/api/dashboard/stats', { schema: { response: { 200: dashboardStatsSchema } } }, async (request) => {
    const [counts, plan] = await Promise.all([countAll(deps.db, request.account.id), deps.planOf(request.account.id)])
    return { ...counts, subscription: { plan } }
  })
}

async function countAll(db: Db, accountId: number): Promise<Omit<DashboardStats, 'subscription'>> {
  const { rows } = await sql<Omit<DashboardStats, 'subscription'>>`select
    (select count(*) from loved_ones where account_id = ${accountId}) as loved_ones_count,
    (select count(*) from calls where account_id = ${accountId} and status in ('scheduled', 'in_progress'))
      as scheduled_calls_count,
    (select count(*) from calls where account_id = ${accountId} and status = 'completed') as completed_calls_count
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}
