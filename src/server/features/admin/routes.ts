import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminStatsSchema, auditEntry, auditQuery, systemSchema } from '#contract/admin/admin.ts'
import { listActions } from '#server/features/audit/public.ts'
import type { ScreenReads } from '#server/platform/database/replica/screen-reads.ts'
import { readerOf } from '#server/platform/http/requests/just-written.ts'
import { accountsRoutes } from './accounts/accounts-routes.ts'
import type { AccountsAdminDeps, AdminDeps } from './deps.ts'
import { languagesRoutes } from './languages-routes.ts'
import { countStats } from './system/count-stats.ts'
import { reportSystem } from './system/system-report.ts'
import { talksRoutes } from './talks-routes.ts'
import { testingRoutes } from './testing/testing-routes.ts'

/** For admins: the routes under /api/admin that the guard allows. */
export const adminRoutes: FastifyPluginAsyncZod<{
  deps: AdminDeps
  screens: ScreenReads
  accounts: AccountsAdminDeps
}> = async (app, { deps, screens, accounts }) => {
  app.get('/api/admin/stats', { schema: { response: { 200: adminStatsSchema } } }, (request) =>
    screens({ ...readerOf(request), accountId: null }, countStats),
  )

  app.get('/api/admin/system', { schema: { response: { 200: systemSchema } } }, ({ account }) =>
    reportSystem(deps, account.timezone),
  )

  app.get(
    '/api/admin/audit',
    { schema: { querystring: auditQuery, response: { 200: z.array(auditEntry) } } },
    ({ query }) => listActions(deps.db, query),
  )

  await app.register(accountsRoutes, { deps: accounts })
  await app.register(languagesRoutes, { deps })
  await app.register(talksRoutes, { deps: accounts })
  await app.register(testingRoutes, { deps })
}
