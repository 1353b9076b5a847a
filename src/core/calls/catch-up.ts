import { toInstant, toWallClock } from '../recurrence/wall-clock.ts'
import { dialBy } from './grace-period.ts'

/** The waking hours in which somebody is rung for a call that could not be placed at its time, on their own clock. */
const WAKING_FROM = '07:00'
const WAKING_UNTIL = '21:00'

/** Where a regular call follows a catch-up call so soon, the regular one is enough. */
export const REGULAR_CALL_IS_NEAR_MS = 30 * 60_000

/** Whether people may be rung at that instant for what was missed before: 7:00 to 21:00 in `zone`. */
export function isWakingHour(instant: Date, zone: string): boolean {
  const { timeOfDay } = toWallClock(instant, zone)
  return timeOfDay >= WAKING_FROM && timeOfDay < WAKING_UNTIL
}

/** Later in the evening nothing would be left of its hour. */
const TOO_LATE_FROM = '20:30'

/** When a catch-up call is due that is booked now: at once in waking hours, until 20:30, else at the next 7:00 in `zone`. */
export function catchUpAt(now: Date, zone: string): Date {
  const { date, timeOfDay } = toWallClock(now, zone)
  if (timeOfDay >= WAKING_FROM && timeOfDay < TOO_LATE_FROM) return now
  const day = timeOfDay < WAKING_FROM ? date : Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  return toInstant(day, WAKING_FROM, zone)
}

/** The last instant at which a dial of a catch-up call promised for `promisedFor` may be made: never after 21:00. */
export function catchUpDialBy(promisedFor: Date, zone: string): Date {
  const usual = dialBy('daily_check_in', promisedFor)
  const evening = toInstant(toWallClock(promisedFor, zone).date, WAKING_UNTIL, zone)
  return new Date(Math.min(evening.getTime(), usual.getTime()))
}
