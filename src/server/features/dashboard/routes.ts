import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
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

function countAll(db: Db, accountId: number): Promise<Omit<DashboardStats, 'subscription'>> {
  return db
    .selectNoFrom((select) => [
      select
        .selectFrom('lovedOnes')
        .where('accountId', '=', accountId)
        .select((each) => each.fn.countAll<number>().as('count'))
        .$notNull()
        .as('lovedOnesCount'),
      select
        .selectFrom('calls')
        .where('accountId', '=', accountId)
        .where('status', 'in', ['scheduled', 'in_progress'])
        .select((each) => each.fn.countAll<number>().as('count'))
        .$notNull()
        .as('scheduledCallsCount'),
      select
        .selectFrom('calls')
        .where('accountId', '=', accountId)
        .where('status', '=', 'completed')
        .select((each) => each.fn.countAll<number>().as('count'))
        .$notNull()
        .as('completedCallsCount'),
    ])
    .executeTakeFirstOrThrow()
}
