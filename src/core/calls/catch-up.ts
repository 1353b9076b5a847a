import { toInstant, toWallClock } from '../recurrence/wall-clock.ts'
import { dialBy } from './grace-period.ts'
import { isWakingHour, nextMorning, WAKING_FROM, WAKING_UNTIL } from './waking-hours.ts'

/** Where a regular call follows a catch-up call so soon, the regular one is enough. */
export const REGULAR_CALL_IS_NEAR_MS = 30 * 60_000

/** Later in the evening nothing would be left of its hour. */
const TOO_LATE_FROM = '20:30'

/** When a catch-up call is due that is booked now: at once in waking hours, until 20:30, else at the next 7:00 in `zone`. */
export function catchUpAt(now: Date, zone: string): Date {
  const { timeOfDay } = toWallClock(now, zone)
  return timeOfDay >= WAKING_FROM && timeOfDay < TOO_LATE_FROM ? now : nextMorning(now, zone)
}

/** The last instant for a dial of a catch-up call due at `dueAt`: 21:00 of that day. One started by hand at night has the hour of a check-in. */
export function catchUpDialBy(dueAt: Date, zone: string): Date {
  if (!isWakingHour(dueAt, zone)) return dialBy('daily_check_in', dueAt)
  return toInstant(toWallClock(dueAt, zone).date, WAKING_UNTIL, zone)
}

const HOUR_MS = 60 * 60_000

/** When contacts are notified whatever the result of a catch-up call: after an hour for its first dial, as long as it may be dispatched, and one for its tries. */
export function contactsAfterCatchUp({ ringsAt, ringsBy }: { ringsAt: Date; ringsBy: Date }): Date {
  return new Date(Math.min(ringsAt.getTime() + HOUR_MS, ringsBy.getTime()) + HOUR_MS)
}
