import type { Call } from '#contract/calls/calls.ts'
import { maxCallsInMonth } from '#core/plans/max-calls-in-month.ts'

/** How many calls a month these schedules need at most. */
export function neededInMonth(schedules: readonly Pick<Call, 'recurrencePattern' | 'schedulePatterns'>[]): number {
  return schedules.reduce(
    (sum, { recurrencePattern, schedulePatterns }) => sum + maxCallsInMonth(recurrencePattern, schedulePatterns),
    0,
  )
}

/** What a plan of `callsPerMonth` says to schedules that need more; null where they fit. One call a day is always covered. `isPart`: these are not all of them. */
export function overPlan(needed: number, callsPerMonth: number | null, isPart = false): string | null {
  if (callsPerMonth === null || needed <= callsPerMonth) return null
  if (needed === 31) {
    return `A daily call needs 31 calls in a long month. Your plan has ${callsPerMonth}, and we’ll still make all 31, but you can’t add others that month.`
  }
  return `Your schedules need ${isPart ? 'more than' : 'up to'} ${needed} calls a month, and your plan has ${callsPerMonth} (a daily call needs 31). Once ${callsPerMonth} are booked, you can’t add more that month. We’ll still make every call you’ve scheduled.`
}
