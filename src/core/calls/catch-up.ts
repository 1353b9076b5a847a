import { toInstant, toWallClock } from '../recurrence/wall-clock.ts'
import { dialBy } from './grace-period.ts'
import { nextMorning, WAKING_FROM, WAKING_UNTIL } from './waking-hours.ts'

/** Where a regular call follows a catch-up call so soon, the regular one is enough. */
export const REGULAR_CALL_IS_NEAR_MS = 30 * 60_000

/** Later in the evening nothing would be left of its hour. */
const TOO_LATE_FROM = '20:30'

/** When a catch-up call is due that is booked now: at once in waking hours, until 20:30, else at the next 7:00 in `zone`. */
export function catchUpAt(now: Date, zone: string): Date {
  const { timeOfDay } = toWallClock(now, zone)
  return timeOfDay >= WAKING_FROM && timeOfDay < TOO_LATE_FROM ? now : nextMorning(now, zone)
}

/** The last instant at which a dial of a catch-up call promised for `promisedFor` may be made: never after 21:00. */
export function catchUpDialBy(promisedFor: Date, zone: string): Date {
  const usual = dialBy('daily_check_in', promisedFor)
  const evening = toInstant(toWallClock(promisedFor, zone).date, WAKING_UNTIL, zone)
  return new Date(Math.min(evening.getTime(), usual.getTime()))
}
