import { formatWeekDayDate } from '../format/dates.ts'
import { ALLOWED, type Permission, refused } from './limits/permission.ts'
import { BASIC_PLAN } from './prices.ts'
import type { Standing } from './standing.ts'

/** How many calls of a month are booked, and how many more are wanted in it. */
export interface MonthOfBooking {
  /** Placed in it, scheduled for it, and those that recurring schedules will ring in it; without those that are wanted now. */
  booked: number
  /** Those that are wanted now. */
  wanted: number
  /** Of a call that is changed: how many it was before. What was promised may be moved, whatever is booked. */
  before: number
  endsAt: Date
  /** The free trial counts as a separate month. */
  isTrial: boolean
  /** The account holder's zone, for dates. */
  zone: string
}

/** One call a day is what the plan is for: by itself it fits the longest month too. */
const DAYS_OF_LONGEST_MONTH = 31

/** A quota never stops a call that was promised. */
const STILL_PLACED = "We'll still make every call you've scheduled."

/** Whether so many calls more may be booked in a month; if not, the numbers and the way out. */
export function mayBook(standing: Standing, month: MonthOfBooking): Permission {
  const { booked, wanted } = month
  const most = booked === 0 ? DAYS_OF_LONGEST_MONTH : BASIC_PLAN.callsPerMonth
  if (standing.kind === 'off' || wanted <= month.before || booked + wanted <= most) return ALLOWED
  const date = formatWeekDayDate(month.endsAt, month.zone)
  const ofMonth = month.isTrial ? 'of your free trial' : `of your month until ${date}`
  if (booked >= BASIC_PLAN.callsPerMonth) {
    return refused(
      `All ${BASIC_PLAN.callsPerMonth} calls ${ofMonth} are booked. ${wayOut(standing, month, date)} ${STILL_PLACED}`,
    )
  }
  const adds = `This would add ${wanted} ${wanted === 1 ? 'call' : 'calls'} until ${date}`
  const left = `${booked} of the ${BASIC_PLAN.callsPerMonth} calls ${month.isTrial ? 'of your free trial' : 'of that month'} are booked`
  return refused(`${adds}, and ${left}. Choose fewer days, or cancel calls you don't need. ${STILL_PLACED}`)
}

function wayOut(standing: Standing, { isTrial, endsAt }: MonthOfBooking, date: string): string {
  if (isTrial) return "Subscribe to the Basic Plan on the Subscription page, or cancel calls you don't need."
  // Without a renewal there is no next month to wait for.
  const endsBefore = standing.kind === 'active' && standing.cancelsAt !== null && standing.cancelsAt <= endsAt
  const resumed = endsBefore ? ' if you resume your subscription on the Subscription page' : ''
  return `Choose ${date} or later${resumed}, or cancel calls you don't need.`
}
