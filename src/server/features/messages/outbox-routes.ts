import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { outboxEntrySchema } from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { isFromThisMachine } from '#server/platform/visitors/this-machine.ts'
import { listOutbox } from './list-outbox.ts'

/** The mails and texts of the sandbox, newest first, reset links of everybody among them: for this machine alone, while the sandboxes run. */
export const outboxRoutes: FastifyPluginAsyncZod<{ deps: { db: Db } }> = async (app, { deps }) => {
  app.get(
    '/api/sandbox/outbox',
    { config: { access: 'open' }, schema: { response: { 200: z.array(outboxEntrySchema) } } },
    async (request) => {
      if (!isFromThisMachine(request)) {
        throw new AppError('not_allowed', 'The outbox of the sandbox can be read on the machine Cooee runs on')
      }
      return listOutbox(deps.db)
    },
  )
}
