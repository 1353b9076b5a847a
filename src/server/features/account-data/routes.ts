import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { plannedDeletionSchema, requestDeletionBody } from '#contract/accounts/sign-in/security.ts'
import type { ConsentMode } from '#core/consent/consent.ts'
import { broughtDevice, type MailingDeps } from '#server/features/accounts/public.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { exportAccount } from './export-account.ts'
import { exportFileName } from './export-file-name.ts'
import { requestDeletion, undoDeletion } from './request-deletion.ts'

const EXPORTS: Quota = {
  name: 'export',
  limit: 5,
  windowSeconds: 3600,
  message: "You've downloaded your data five times this hour. Please try again later.",
}

/** Everything that is stored about an account as a file, and its deletion with a week to reconsider. */
export const accountDataRoutes: FastifyPluginAsyncZod<{
  deps: MailingDeps & { sealing: Sealing; consent: ConsentMode }
}> = async (app, { deps }) => {
  const { db, clock } = deps

  app.post(
    '/api/account/export',
    {
      schema: {
        description: 'Everything that is kept about the account and its people, as a file. Five times an hour.',
        response: { 200: { description: 'The file', content: { 'application/json': { schema: z.any() } } } },
      },
    },
    async (request, reply) => {
      const { account } = request
      const now = clock.now()
      await spendQuota(db, EXPORTS, String(account.id), now)
      request.log.info({ accountId: account.id }, 'Data of an account exported')
      return reply
        .header('content-disposition', `attachment; filename="${exportFileName(account, now)}"`)
        .type('application/json; charset=utf-8')
        .send(Readable.from(exportAccount(deps, request, now)))
    },
  )

  app.post(
    '/api/account/deletion',
    {
      schema: {
        description: 'Plans the deletion of the account for seven days from now. Asked for again it keeps its date.',
        body: requestDeletionBody,
        response: { 200: plannedDeletionSchema },
      },
    },
    async (request) => {
      const { password, stopCalls } = request.body
      const asked = { password, stopsCalls: stopCalls === true, device: broughtDevice(request) }
      const deleteAt = await requestDeletion(deps, request, asked)
      return { deleteAt: deleteAt.toISOString() }
    },
  )

  app.delete(
    '/api/account/deletion',
    { schema: { description: 'Keeps the account.', response: { 204: z.undefined() } } },
    async (request, reply) => {
      await undoDeletion(deps, request.account)
      return reply.code(204).send()
    },
  )
}
