import { formatWeekDayDate } from '../format/dates.ts'
import { type Permission, refused } from './permission.ts'
import { BASIC_PLAN } from './prices.ts'
import type { Standing } from './standing.ts'

/** How many calls of a month are used, and when the next month begins. */
export interface CallsUsed {
  /** Placed since the billing month began, and those that are about to be. */
  calls: number
  monthEndsAt: Date
  /** The account holder's zone, for dates. */
  zone: string
}

/** The refusal of one more call once the month's calls are used; null while there are some left. */
export function refusedAsUsedUp(standing: Standing, used: CallsUsed, fromThenOn: string): Permission | null {
  if (standing.kind === 'off' || used.calls < BASIC_PLAN.callsPerMonth) return null
  const calls = `the ${BASIC_PLAN.callsPerMonth} calls`
  if (standing.kind === 'trial') {
    const wayOut = 'Subscribe to the Basic Plan on the Subscription page to go on'
    return refused(`You have used ${calls} of your free trial. ${wayOut}. ${STILL_PLACED}`)
  }
  const date = formatWeekDayDate(used.monthEndsAt, used.zone)
  // Without a renewal there is no next month to wait for.
  const endsBefore = standing.kind === 'active' && standing.cancelsAt !== null && standing.cancelsAt <= used.monthEndsAt
  const when = endsBefore
    ? `${fromThenOn} from ${date} if you resume your subscription on the Subscription page.`
    : `${fromThenOn} from ${date}.`
  return refused(`You have used ${calls} of this month. ${when} ${STILL_PLACED}`)
}

/** A quota never stops a call that was promised. */
export const STILL_PLACED = 'What is scheduled is still placed.'
