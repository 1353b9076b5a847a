import { billingMonthStart, type PlanFacts, trialEndsAt } from './standing.ts'

export interface BillingMonth {
  start: Date
  /** The first instant of the next one; in the trial, the first after it. */
  end: Date
}

/**
 * The month in which calls are counted at `now`. A paid month that is over without news of the next one has been
 * renewed as far as anybody knows: its calls are not counted again.
 */
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

/** In milliseconds; never so short that a month could not be counted. */
function lengthOf(start: Date, end: Date): number {
  return Math.max(86_400_000, end.getTime() - start.getTime())
}
