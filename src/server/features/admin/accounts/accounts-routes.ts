import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  adminAccountsAnswer,
  adminAccountsQuery,
  REFUSED_PAGE,
  refusedNumberSchema,
  refusedNumbersQuery,
  refuseNumberBody,
  suspensionAnswer,
} from '#contract/admin/admin-accounts.ts'
import { idParams, messageBody } from '#contract/wire.ts'
import { askingAdmin } from '#server/features/audit/public.ts'
import { listAdminRefusals } from '#server/features/refusals/public.ts'
import type { AccountsAdminDeps } from '../deps.ts'
import { listAccounts } from './account-use.ts'
import { allowNumber, refuseNumber } from './refuse-number.ts'
import { releaseAccount, suspendAccount } from './suspend-account.ts'

/** How much each account uses the phone line, and what admins can do about it. */
export const accountsRoutes: FastifyPluginAsyncZod<{ deps: AccountsAdminDeps }> = async (app, { deps }) => {
  app.get(
    '/api/admin/accounts',
    { schema: { querystring: adminAccountsQuery, response: { 200: adminAccountsAnswer } } },
    ({ query, account }) => listAccounts(deps, query, account.timezone),
  )

  app.post(
    '/api/admin/accounts/:id/suspend',
    { schema: { params: idParams, response: { 200: suspensionAnswer } } },
    async (request) => {
      const suspendedAt = await suspendAccount(deps, askingAdmin(request), request.params.id)
      return { suspendedAt: suspendedAt.toISOString() }
    },
  )

  app.post(
    '/api/admin/accounts/:id/release',
    { schema: { params: idParams, response: { 200: suspensionAnswer } } },
    async (request) => {
      await releaseAccount(deps, askingAdmin(request), request.params.id)
      return { suspendedAt: null }
    },
  )

  app.get(
    '/api/admin/refused-numbers',
    { schema: { querystring: refusedNumbersQuery, response: { 200: z.array(refusedNumberSchema) } } },
    ({ query }) => listAdminRefusals(deps, deps.db, { limit: REFUSED_PAGE, ...query }),
  )

  app.post(
    '/api/admin/refused-numbers',
    { schema: { body: refuseNumberBody, response: { 200: messageBody } } },
    async (request) => {
      await refuseNumber(deps, askingAdmin(request), request.body)
      return { message: 'Cooee does not ring or text this number any more.' }
    },
  )

  app.delete(
    '/api/admin/refused-numbers/:id',
    { schema: { params: idParams, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await allowNumber(deps, askingAdmin(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
