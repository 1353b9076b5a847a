import type { ActivityType } from '#contract/calls/activity.ts'
import { formatDollars } from '#core/format/currency.ts'
import { formatDate } from '#core/format/dates.ts'
import { ADD_ON_IDS, ADD_ONS, BASIC_PLAN } from '#core/plans/prices.ts'
import type { PaidSubscription } from '#server/adapters/payments/payments.ts'

/** The fields of a subscription that two reads are compared by. */
export type SubscriptionState = Omit<PaidSubscription, 'surplusIds'>

export interface SubscriptionChange {
  activityType: Extract<ActivityType, `subscription_${string}`>
  description: string
  details: string | null
}

/** What changed between two states of a subscription, in words for the activity log, as it stands now; `zone` is the account holder's. */
export function changesInWords(before: SubscriptionState | null, now: SubscriptionState, zone: string) {
  const changes: SubscriptionChange[] = []
  const say = (activityType: SubscriptionChange['activityType'], description: string, details: string | null = null) =>
    changes.push({ activityType, description, details })
  const day = (instant: Date): string => formatDate(instant, zone)

  const known = before?.subscriptionId === now.subscriptionId ? before : null
  if (!known) say('subscription_created', `${BASIC_PLAN.name} subscription started`, perMonth(now.monthlyCents))
  if (now.status === 'ended') {
    if (known?.status !== 'ended') say('subscription_cancelled', 'Your subscription has ended')
    return changes
  }
  for (const id of known ? ADD_ON_IDS : []) {
    const [had, has] = [known?.addOns.includes(id), now.addOns.includes(id)]
    if (has && !had)
      say('subscription_updated', `${ADD_ONS[id].name} added to your subscription`, perMonth(ADD_ONS[id].cents))
    if (had && !has) say('subscription_updated', `${ADD_ONS[id].name} removed from your subscription`)
  }
  if (now.cancelsAt && !known?.cancelsAt) {
    say('subscription_cancelled', 'Your subscription was cancelled', `It ends on ${day(now.cancelsAt)}`)
  }
  if (known?.cancelsAt && !now.cancelsAt) {
    say('subscription_updated', 'Your subscription was resumed', `It renews on ${day(now.periodEnd)}`)
  }
  if (now.status === 'past_due' && known?.status !== 'past_due') {
    say('subscription_updated', 'Your payment failed', perMonth(now.monthlyCents))
  }
  if (now.status === 'active' && known?.status === 'past_due') {
    say('subscription_updated', 'We received your payment', `It renews on ${day(now.periodEnd)}`)
  } else if (now.status === 'active' && known && now.periodStart > known.periodStart) {
    say('subscription_updated', 'Your subscription was renewed', `Until ${day(now.periodEnd)}`)
  }
  return changes
}

const perMonth = (cents: number): string => `${formatDollars(cents / 100)} per month`
