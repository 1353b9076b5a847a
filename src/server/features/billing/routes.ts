import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type User, userSchema } from '#contract/accounts/accounts.ts'
import {
  billingHistory,
  initSubscriptionAnswer,
  initSubscriptionBody,
  paymentMethods,
  portalAnswer,
  subscriptionSchema,
  updateSubscriptionBody,
} from '#contract/accounts/billing.ts'
import { presentUser, surroundingsOf } from '#server/features/accounts/public.ts'
import { creationHeaders } from '#server/platform/http/answers/create-once.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Account, Session } from '#server/platform/http/requests/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { BillingDeps } from './deps.ts'
import { paymentsOf, providerDown } from './limits/refusals.ts'
import { payNow, setAddOns, setCancelled } from './subscriptions/change-subscription.ts'
import { startCheckout } from './subscriptions/subscribe.ts'
import { viewSubscription } from './subscriptions/subscription-view.ts'
import { syncSubscription } from './subscriptions/sync/sync-subscription.ts'
import { subscriptionFieldsOf } from './subscriptions/user-fields.ts'

/** Each press makes several requests to the card provider, whose rate limit is shared by all accounts. */
const CHANGES: Quota = {
  name: 'subscription-change',
  limit: 30,
  windowSeconds: 600,
  message: "You've changed your subscription a lot. Please try again in a few minutes.",
}
const SYNCS: Quota = {
  name: 'subscription-refresh',
  limit: 60,
  windowSeconds: 600,
  message: 'That was a lot at once. Please try again in a few minutes.',
}
const READS: Quota = {
  name: 'billing-read',
  limit: 120,
  windowSeconds: 600,
  message: 'That was a lot at once. Please try again in a few minutes.',
}

/** The subscription, what it costs, and the way to pay: always as the card provider says. */
export const billingRoutes: FastifyPluginAsyncZod<{ deps: BillingDeps }> = async (app, { deps }) => {
  const { db, clock, payments } = deps
  const asUser = async ({ account, person }: Pick<Session, 'account' | 'person'>): Promise<User> =>
    presentUser(person, await surroundingsOf(db, person.id, account.id), await subscriptionFieldsOf(deps, account.id))
  const spend = (quota: Quota, { id }: Account) => spendQuota(db, quota, String(id), clock.now())

  app.get('/api/subscription', { schema: { response: { 200: subscriptionSchema } } }, (request) =>
    viewSubscription(deps, request.account.id),
  )

  app.post(
    '/api/subscription/init',
    { schema: { headers: creationHeaders, body: initSubscriptionBody, response: { 200: initSubscriptionAnswer } } },
    async ({ account, body, headers }) => {
      paymentsOf(deps)
      await spend(CHANGES, account)
      return startCheckout(deps, account, { addOns: body?.addOns ?? [], clientKey: headers['idempotency-key'] })
    },
  )

  app.patch(
    '/api/subscription/update',
    { schema: { headers: creationHeaders, body: updateSubscriptionBody, response: { 200: userSchema } } },
    async ({ account, person, body, headers }) => {
      paymentsOf(deps)
      await spend(CHANGES, account)
      await setAddOns(deps, { accountId: account.id, clientKey: headers['idempotency-key'] }, body)
      return asUser({ account, person })
    },
  )

  for (const path of ['cancel', 'resume'] as const) {
    app.post(
      `/api/subscription/${path}`,
      { schema: { headers: creationHeaders, response: { 200: userSchema } } },
      async ({ account, person, headers }) => {
        paymentsOf(deps)
        await spend(CHANGES, account)
        const change = { accountId: account.id, clientKey: headers['idempotency-key'] }
        await setCancelled(deps, change, path === 'cancel')
        return asUser({ account, person })
      },
    )
  }

  app.post(
    '/api/subscription/pay',
    { schema: { headers: creationHeaders, response: { 200: userSchema } } },
    async ({ account, person, headers }) => {
      paymentsOf(deps)
      await spend(CHANGES, account)
      await payNow(deps, { accountId: account.id, clientKey: headers['idempotency-key'] })
      return asUser({ account, person })
    },
  )

  app.post('/api/subscription/portal', { schema: { response: { 200: portalAnswer } } }, async ({ account }) => {
    const provider = paymentsOf(deps)
    await spend(CHANGES, account)
    const customerId = await customerIdOf(account.id)
    if (!customerId) throw new AppError('conflict', "You don't have a card yet. Subscribe first.")
    // Each press opens a page of its own; they do nothing by themselves.
    const returnUrl = `${deps.publicUrl}/subscription`
    const outcome = await provider.openPortal({ customerId, returnUrl, key: `portal:${randomUUID()}` })
    if (outcome.kind === 'unavailable') throw providerDown()
    return { url: outcome.url }
  })

  app.post('/api/subscription/refresh', { schema: { response: { 200: userSchema } } }, async ({ account, person }) => {
    if (deps.isBillingOn) {
      await spend(SYNCS, account)
      if ((await syncSubscription(deps, account.id)) === 'unavailable') throw providerDown()
    }
    return asUser({ account, person })
  })

  app.get('/api/billing/history', { schema: { response: { 200: billingHistory } } }, async ({ account }) => {
    const customerId = await customerIdOf(account.id)
    if (!payments || !customerId) return { invoices: [] }
    await spend(READS, account)
    const answer = await payments.invoicesOf(customerId)
    if (answer.kind === 'unavailable') throw providerDown('Failed to load billing history. Please try again.')
    return {
      invoices: answer.invoices.map(({ invoiceId, number, createdAt, amountCents, status, url }) => ({
        id: invoiceId,
        number,
        date: createdAt.toISOString(),
        amount: amountCents / 100,
        status,
        url,
      })),
    }
  })

  app.get('/api/billing/payment-methods', { schema: { response: { 200: paymentMethods } } }, async ({ account }) => {
    const customerId = await customerIdOf(account.id)
    if (!payments || !customerId) return { paymentMethods: [] }
    await spend(READS, account)
    const answer = await payments.cardsOf(customerId)
    if (answer.kind === 'unavailable') throw providerDown('Failed to load payment methods. Please try again.')
    return { paymentMethods: answer.cards }
  })

  async function customerIdOf(accountId: number): Promise<string | null> {
    const row = await db
      .selectFrom('subscriptions')
      .select('customerId')
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    return row?.customerId ?? null
  }
}
