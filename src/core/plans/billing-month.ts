import { billingMonthStart, type PlanFacts, trialEndsAt } from './standing.ts'

const MONTH_MS = 30 * 86_400_000

export interface BillingMonth {
  start: Date
  /** The first instant of the next one; in the trial, the first after it. */
  end: Date
}

/** The month in which calls are counted at `now`. A paid month that is over without news of the next one counts as renewed. */
export function billingMonth(facts: PlanFacts, now: Date): BillingMonth {
  const { subscription, trialStartedAt } = facts
  const start = billingMonthStart(facts)
  if (!subscription || subscription.status === 'ended') return { start, end: trialEndsAt(trialStartedAt) }
  const { periodStart, periodEnd } = subscription
  if (now < periodEnd) return { start, end: periodEnd }
  const months = Math.floor((now.getTime() - periodEnd.getTime()) / lengthOf(periodStart, periodEnd))
  const from = periodEnd.getTime() + months * lengthOf(periodStart, periodEnd)
  return { start: new Date(from), end: new Date(from + lengthOf(periodStart, periodEnd)) }
}

/** The month in which a call booked for `at` counts: after a trial, or a subscription that has ended, months of thirty days. */
export function monthOfBooking(facts: PlanFacts, at: Date): BillingMonth {
  const month = billingMonth(facts, at)
  if (at < month.end) return month
  const months = Math.floor((at.getTime() - month.end.getTime()) / MONTH_MS)
  const start = new Date(month.end.getTime() + months * MONTH_MS)
  return { start, end: new Date(start.getTime() + MONTH_MS) }
}

/** In milliseconds; never so short that a month could not be counted. */
function lengthOf(start: Date, end: Date): number {
  return Math.max(86_400_000, end.getTime() - start.getTime())
}
