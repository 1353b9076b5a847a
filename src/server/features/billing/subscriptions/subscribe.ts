import { createHash } from 'node:crypto'
import type { AddOnId } from '#core/plans/prices.ts'
import type { Payments } from '#server/adapters/payments/payments.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Account } from '#server/platform/http/requests/authentication.ts'
import type { BillingDeps } from '../deps.ts'
import { paymentsOf, providerDown, refusalOf } from '../limits/refusals.ts'
import { askedOnce } from './asked-once.ts'
import { syncSubscription } from './sync/sync-subscription.ts'

/** Two presses this close together are one: nobody has paid or given up a checkout in between. */
const ONE_PRESS_MS = 10_000

/** Opens a checkout, on which the account holder subscribes. The provider is asked first: nobody pays twice because an event was lost. */
export async function startCheckout(
  deps: BillingDeps,
  account: Account,
  { addOns, clientKey }: { addOns: readonly AddOnId[]; clientKey: string | undefined },
): Promise<{ clientSecret: string; url: string }> {
  const payments = paymentsOf(deps)
  refuseWhoLeaves(account)
  const customerId = await customerOf(deps, payments, account)
  if ((await syncSubscription(deps, account.id)) === 'unavailable') throw providerDown()
  const pressedAt = await refusingWhoSubscribed(deps, account.id)
  const open = (customer: string) =>
    payments.startCheckout({
      customerId: customer,
      accountId: account.id,
      addOns,
      successUrl: `${deps.publicUrl}/subscription?success=true`,
      cancelUrl: `${deps.publicUrl}/subscription?canceled=true`,
      key: askedOnce(
        `checkout:${customer}`,
        { accountId: account.id, clientKey, state: pressedAt.getTime() },
        addOns.join(),
      ),
    })
  const first = await open(customerId)
  // The customer was deleted at the provider: the account gets another.
  const outcome =
    first.kind === 'unknown_customer' ? await open(await customerOf(deps, payments, account, customerId)) : first
  if (outcome.kind === 'unknown_customer') throw providerDown()
  if (outcome.kind !== 'started') throw refusalOf(outcome)
  return { clientSecret: outcome.checkoutId, url: outcome.url }
}

/** A payment now would be for nothing a few days later. */
function refuseWhoLeaves({ deleteAt }: Account): void {
  if (deleteAt === null) return
  throw new AppError(
    'conflict',
    "You've asked us to delete this account. To subscribe, keep it first: in Settings, under Security.",
  )
}

/**
 * Notes the press for the reconciliation, which then runs more often; returns when it, or the press it repeats, was
 * made.
 */
function refusingWhoSubscribed({ db, clock }: BillingDeps, accountId: number): Promise<Date> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .select(['status', 'checkoutStartedAt'])
      .where('accountId', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (row.status === 'active') throw new AppError('conflict', "You're already subscribed.")
    if (row.status === 'past_due') {
      throw new AppError(
        'conflict',
        "You're already subscribed, but the last payment failed. Change your card, then press Pay now on the Subscription page.",
      )
    }
    const now = clock.now()
    const before = row.checkoutStartedAt
    if (before && now.getTime() - before.getTime() < ONE_PRESS_MS) return before
    await trx.updateTable('subscriptions').set({ checkoutStartedAt: now }).where('accountId', '=', accountId).execute()
    return now
  })
}

/** The account's customer at the provider, made when first needed and once for its key. Another than `lost`, which the provider knows no more. */
async function customerOf({ db }: BillingDeps, payments: Payments, account: Account, lost?: string): Promise<string> {
  const known = await db
    .selectFrom('subscriptions')
    .select('customerId')
    .where('accountId', '=', account.id)
    .executeTakeFirst()
  if (known?.customerId && known.customerId !== lost) return known.customerId
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ') || null
  // The same key with another name is an error at the provider, and another database may count its accounts from 1, too.
  const who = createHash('sha256')
    .update(JSON.stringify([account.email, name, lost]))
    .digest('hex')
    .slice(0, 32)
  const created = await payments.createCustomer({
    accountId: account.id,
    email: account.email,
    name,
    key: `customer:${account.id}:${who}`,
  })
  if (created.kind !== 'created') throw refusalOf(created)
  if (lost) {
    const isLost = db.updateTable('subscriptions').set({ customerId: null }).where('customerId', '=', lost)
    await isLost.where('accountId', '=', account.id).execute()
  }
  // In two statements: of two inserts at once one would break the other unique key, that of the customer, which no conflict clause
  // covers.
  await db
    .insertInto('subscriptions')
    .values({ accountId: account.id, customerId: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .updateTable('subscriptions')
    .set((eb) => ({
      customerId: eb.fn.coalesce('customerId', eb.val(created.customerId)),
      payerEmail: eb.fn.coalesce('payerEmail', eb.val(account.email)),
    }))
    .where('accountId', '=', account.id)
    .returning('customerId')
    .executeTakeFirstOrThrow()
  return stored.customerId ?? created.customerId
}
