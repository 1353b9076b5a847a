import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { renewalAnswer, renewParams, sandboxCards } from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import type { SandboxCards } from './sandbox-cards.ts'
import { onlyFromHere } from './sandbox-request.ts'

/** The cards of the sandbox and who subscribed with them; none without billing, or with real cards. Only while a sandbox runs. */
export const sandboxCardRoutes: FastifyPluginAsyncZod<{ deps: { db: Db; cards: SandboxCards | undefined } }> = async (
  app,
  { deps: { db, cards } },
) => {
  app.addHook('onRequest', onlyFromHere)
  const config = { access: 'open' } as const

  app.get('/api/sandbox/cards', { config, schema: { response: { 200: sandboxCards } } }, async () => ({
    testCards: [...(cards?.testCards ?? [])],
    subscriptions: cards ? await listSubscriptions(db, cards) : [],
  }))
  app.post(
    '/api/sandbox/subscriptions/:subscriptionId/renew',
    { config, schema: { params: renewParams, response: { 200: renewalAnswer } } },
    async ({ params }) => {
      const outcome = cards?.renew(params.subscriptionId) ?? null
      if (outcome === null) throw new AppError('conflict', 'This subscription has ended')
      return { outcome }
    },
  )
}
