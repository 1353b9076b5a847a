import type { SubscriptionFields } from '#contract/accounts/accounts.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { type PlanFacts, planStanding } from '#core/plans/standing.ts'
import type { BillingDeps } from '../deps.ts'
import { planFactsOf } from '../limits/plan-facts.ts'

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'isBillingOn'>

/**
 * The plan that an account has paid for, also while a payment is late but calls go on; null in the trial and otherwise.
 */
export async function planOf(deps: Deps, accountId: number): Promise<string | null> {
  const { subscriptionPlan } = await subscriptionFieldsOf(deps, accountId)
  return subscriptionPlan ?? null
}

/** The subscription fields that every answer with the user carries. */
export async function subscriptionFieldsOf(deps: Deps, accountId: number): Promise<SubscriptionFields> {
  return fieldsOf(await planFactsOf(deps.db, accountId, deps), deps.clock.now())
}

function fieldsOf(facts: PlanFacts, now: Date): SubscriptionFields {
  const standing = planStanding(facts, now)
  const { subscription } = facts
  if (!subscription || standing.kind === 'off' || standing.kind === 'trial') return {}
  if (subscription.status === 'ended') return NO_LONGER_SUBSCRIBED
  return {
    subscriptionPlan: standing.kind === 'suspended' ? null : BASIC_PLAN.name,
    subscriptionStatus: subscription.status,
    subscriptionRenewalDate: subscription.cancelsAt ? null : subscription.periodEnd.toISOString(),
    subscriptionAddOns: [...subscription.addOns],
  }
}

/**
 * An account whose subscription has ended. In the trial, for an account that never subscribed, and where nobody is
 * charged, the fields are absent.
 */
const NO_LONGER_SUBSCRIBED: SubscriptionFields = {
  subscriptionPlan: null,
  subscriptionStatus: 'inactive',
  subscriptionRenewalDate: null,
  subscriptionAddOns: null,
}
