import type { User } from '#contract/accounts/accounts.ts'
import { ADD_ON_IDS, type AddOnId } from '#core/plans/prices.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'

/** Statuses that the standing explains; any other is shown as it is. */
const KNOWN = ['active', 'past_due', 'inactive']

/** What the Subscription screen shows. The standing decides: a user known from before a change would show the wrong card. */
export function planView(standing: PlanStanding, user: User): 'off' | 'subscribe' | 'manage' {
  if (standing.kind === 'off') return 'off'
  if (unknownStatus(user)) return 'manage'
  if (standing.kind === 'active' || standing.kind === 'past_due') return 'manage'
  return standing.kind === 'suspended' && standing.cause === 'past_due' ? 'manage' : 'subscribe'
}

/** A status that this app does not know. */
export function unknownStatus({ subscriptionStatus }: User): string | null {
  return subscriptionStatus && !KNOWN.includes(subscriptionStatus) ? subscriptionStatus : null
}

/** The add-ons that are paid for; only those of the plan can be sent back. */
export function addOnsOf(standing: PlanStanding, user: User): AddOnId[] {
  const ids = 'addOns' in standing ? standing.addOns : (user.subscriptionAddOns ?? [])
  return ADD_ON_IDS.filter((id) => ids.includes(id))
}

/** When a subscription that was cancelled ends; null for one that goes on. */
export function endOf(standing: PlanStanding): string | null {
  return 'cancelsAt' in standing ? standing.cancelsAt : null
}
