import { BASIC_PLAN } from './prices.ts'
import type { Standing } from './standing.ts'

/** At 80 % of the month's calls, and at all of them, the account holder is notified. */
export const NEARLY_USED = Math.ceil(BASIC_PLAN.callsPerMonth * 0.8)

/** The share to announce for that many calls placed in a month: only the higher one when both are reached at once. */
export function usageNotice(standing: Standing, calls: number): 'calls_nearly_used' | 'calls_used' | null {
  const isCounted = standing.kind === 'trial' || standing.kind === 'active' || standing.kind === 'past_due'
  if (!isCounted || calls < NEARLY_USED) return null
  return calls < BASIC_PLAN.callsPerMonth ? 'calls_nearly_used' : 'calls_used'
}
