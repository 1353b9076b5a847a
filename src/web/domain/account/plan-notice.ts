import { dayOf, inDays, LAST_TRIAL_DAYS, trialDaysLeft } from './plan-days.ts'
import type { PlanStanding } from './plan-standing.ts'

/** What an account holder has to know of the plan, wherever they are. */
export interface PlanNotice {
  urgency: 'quiet' | 'soon' | 'now'
  title: string
  text: string
  /** What the Subscription screen offers against it. */
  wayOut: string
}

/** The news; null while all is well. */
export function planNotice(standing: PlanStanding, now: Date): PlanNotice | null {
  switch (standing.kind) {
    case 'off':
    case 'active':
      return null
    case 'trial':
      if (trialDaysLeft(standing.endsAt, now) > LAST_TRIAL_DAYS) return null
      return {
        urgency: 'quiet',
        title: trialLeft(standing.endsAt, now),
        text: `It ends on ${dayOf(standing.endsAt)}.`,
        wayOut: 'See the Basic Plan',
      }
    case 'past_due':
      return {
        urgency: 'soon',
        title: 'Your last payment failed',
        text: `We’ll keep making your calls until ${dayOf(standing.suspendsAt)}, then suspend them if it’s still not paid. Change your card, then press Pay now.`,
        wayOut: 'Pay or change the card',
      }
    case 'lapsed':
      return {
        urgency: 'soon',
        title: OVER[standing.cause],
        text: `We’ll keep making your scheduled calls until ${dayOf(standing.suspendsAt)}, but you can’t add new ones. Subscribe by then, or we’ll suspend them.`,
        wayOut: 'Subscribe',
      }
    case 'suspended':
      return {
        urgency: 'now',
        title: `Your calls have been suspended since ${dayOf(standing.since)}`,
        text:
          standing.cause === 'past_due'
            ? 'Your payment failed, so we’re not making your calls. Nothing is deleted. Change your card, then press Pay now, and calls start again at once.'
            : `${OVER[standing.cause]}, so we’re not making your calls. Nothing is deleted. Calls start again as soon as you subscribe.`,
        wayOut: standing.cause === 'past_due' ? 'Pay or change the card' : 'Subscribe',
      }
    default:
      return standing satisfies never
  }
}

const OVER = { trial_over: 'Your free trial has ended', ended: 'Your subscription has ended' } as const

/** "11 days left in your free trial" */
export function trialLeft(endsAt: string, now: Date): string {
  return `${inDays(trialDaysLeft(endsAt, now))} left in your free trial`
}
