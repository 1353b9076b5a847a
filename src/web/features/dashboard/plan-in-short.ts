import { dayOf, inDays, LAST_TRIAL_DAYS, trialDaysLeft } from '#web/domain/account/plan-days.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'

/** The plan in a few words, for the dashboard. */
export function planInShort(standing: PlanStanding, now: Date): string {
  switch (standing.kind) {
    case 'off':
      return 'None needed'
    case 'trial':
      return trialInShort(trialDaysLeft(standing.endsAt, now))
    case 'active':
      return standing.cancelsAt ? `Ends ${dayOf(standing.cancelsAt)}` : `Renews ${dayOf(standing.renewsAt)}`
    case 'past_due':
      return 'Payment failed'
    case 'lapsed':
      return standing.cause === 'trial_over' ? 'Free trial ended' : 'Subscription ended'
    case 'suspended':
      return 'Calls suspended'
    default:
      return standing satisfies never
  }
}

const trialInShort = (days: number) => (days > LAST_TRIAL_DAYS ? 'Free trial' : `Free trial, ${inDays(days)} left`)
