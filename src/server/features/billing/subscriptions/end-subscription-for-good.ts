import type { BillingDeps } from '../deps.ts'

/**
 * Ends everything an account pays for, now, and closes the checkouts on which it could still subscribe: the provider
 * credits what was paid in advance. `unavailable`: the provider could not be asked and nothing is known, so ask again
 * later. May be repeated at will; an account that never subscribed is done at once.
 */
export async function endSubscriptionForGood(
  { db, payments, log }: Pick<BillingDeps, 'db' | 'payments' | 'log'>,
  accountId: number,
): Promise<'ended' | 'unavailable'> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['customerId', 'subscriptionId', 'status'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row?.customerId) return 'ended'
  if (!payments) {
    const { subscriptionId, status } = row
    // A provider that is no longer connected must not keep an account from leaving.
    if (status !== null && status !== 'ended') {
      log.error(
        { accountId, subscriptionId },
        'A subscription of a deleted account has to be ended by hand at the card provider',
      )
    }
    return 'ended'
  }
  // First: a payment made until then is found by the read that follows.
  if ((await payments.closeCheckouts(row.customerId)).kind === 'unavailable') return 'unavailable'
  const found = await payments.subscriptionOf(row.customerId)
  if (found.kind === 'unavailable') return 'unavailable'
  const { subscription } = found
  if (!subscription || subscription.status === 'ended') return 'ended'
  for (const subscriptionId of [subscription.subscriptionId, ...subscription.surplusIds]) {
    const ended = await payments.endNow({ subscriptionId, key: `end:${subscriptionId}` })
    if (ended.kind === 'unavailable') return 'unavailable'
    log.info({ accountId, subscriptionId }, 'A subscription was ended for good')
  }
  return 'ended'
}
