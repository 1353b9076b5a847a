import { toInstant, toWallClock } from '../recurrence/wall-clock.ts'

/** The waking hours: when somebody may be rung for what was missed before, on their own clock. */
export const WAKING_FROM = '07:00'
export const WAKING_UNTIL = '21:00'

/** Whether people may be rung at that instant for what was missed before: 7:00 to 21:00 in `zone`. */
export function isWakingHour(instant: Date, zone: string): boolean {
  const { timeOfDay } = toWallClock(instant, zone)
  return timeOfDay >= WAKING_FROM && timeOfDay < WAKING_UNTIL
}

/** The next 7:00 on the clocks of `zone`. */
export function nextMorning(now: Date, zone: string): Date {
  const { date } = toWallClock(now, zone)
  const today = toInstant(date, WAKING_FROM, zone)
  if (today > now) return today
  return toInstant(Temporal.PlainDate.from(date).add({ days: 1 }).toString(), WAKING_FROM, zone)
}

/** The next 7:00 on the clocks of `zone` while it is night there; null by day. */
export function endOfNight(now: Date, zone: string): Date | null {
  return isWakingHour(now, zone) ? null : nextMorning(now, zone)
}
