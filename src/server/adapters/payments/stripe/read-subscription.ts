import { ADD_ON_IDS, type AddOnId } from '#core/plans/prices.ts'
import type { PaidSubscription } from '../payments.ts'
import type { ProviderSubscription } from './answers.ts'
import { type PlanPart, partOf } from './plan-parts.ts'

/** The provider's statuses in our words; null for what never began. A subscription that is paused, or past its trial at Stripe, is past due, too. */
export function statusOf({ status }: Pick<ProviderSubscription, 'status'>): PaidSubscription['status'] | null {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due'
    case 'canceled':
      return 'ended'
    case 'incomplete':
    case 'incomplete_expired':
      return null
    default:
      throw new Error(`The card provider reports an unknown subscription status: ${status}`)
  }
}

/**
 * The subscription that counts among all of a customer's, and the ids of the other living ones. One that is paid and
 * goes on comes before one that is paid and will end, and that before one that is behind; among equals the oldest.
 * @param newestFirst as the provider lists them, which orders those of the same second
 */
export function choose(newestFirst: readonly ProviderSubscription[]): {
  counting: ProviderSubscription | null
  surplusIds: string[]
} {
  const all = newestFirst.toReversed()
  const living = all
    .filter((each) => rank(each) !== null)
    .toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0) || a.created - b.created)
  const [first, ...surplus] = living
  if (first) return { counting: first, surplusIds: surplus.map(({ id }) => id) }
  const ended = all
    .filter((each) => statusOf(each) === 'ended')
    .toSorted((a, b) => endOf(b).getTime() - endOf(a).getTime())
  return { counting: ended[0] ?? null, surplusIds: [] }
}

/** What we keep of it. `status` is its own, in our words. */
export function readSubscription(
  subscription: ProviderSubscription,
  status: PaidSubscription['status'],
  { unpaidSince, surplusIds }: Pick<PaidSubscription, 'unpaidSince' | 'surplusIds'>,
): PaidSubscription {
  const items = subscription.items.data
  const basic = items.find(({ price }) => partOf(price) === 'BASIC') ?? items[0]
  const periodEnd = basic?.current_period_end ?? endOf(subscription)
  const asked = subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null)
  return {
    subscriptionId: subscription.id,
    status,
    addOns: addOnsOf(subscription),
    monthlyCents: items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    periodStart: basic?.current_period_start ?? subscription.start_date,
    periodEnd,
    cancelsAt: status === 'ended' ? null : asked,
    unpaidSince,
    endedAt: status === 'ended' ? endOf(subscription) : null,
    surplusIds,
  }
}

/** The add-ons that are items of it, in the order of the plan. */
export function addOnsOf(subscription: ProviderSubscription): AddOnId[] {
  const parts = new Set<PlanPart | null>(subscription.items.data.map(({ price }) => partOf(price)))
  return ADD_ON_IDS.filter((id) => parts.has(id))
}

function rank(subscription: ProviderSubscription): number | null {
  switch (statusOf(subscription)) {
    case 'active':
      return subscription.cancel_at === null && !subscription.cancel_at_period_end ? 0 : 1
    case 'past_due':
      return 2
    case 'ended':
    case null:
      return null
  }
}

function endOf({ ended_at, start_date }: ProviderSubscription): Date {
  return ended_at ?? start_date
}
