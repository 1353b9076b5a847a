import { WEEK_DAYS, type WeekDay } from '../recurrence/recurrence.ts'
import { toWallClock } from '../recurrence/wall-clock.ts'

/** When somebody can be reached, as they have said on their page. */
export interface Availability {
  /** Empty: every day. */
  days: readonly WeekDay[]
  /** `HH:MM` on the clocks of `zone`; both null: at any hour. `to` before `from` is a window over midnight, of the day it begins on. */
  from: string | null
  to: string | null
  zone: string
  /** `YYYY-MM-DD` on the calendar of `zone`: the first day on which they are back; null: not away. */
  awayUntil: string | null
}

/** Whether somebody can be reached at an instant, by the clock on their wall, whatever daylight saving does. */
export function isReachableAt({ days, from, to, zone, awayUntil }: Availability, now: Date): boolean {
  const { date, timeOfDay, weekDay } = toWallClock(now, zone)
  if (awayUntil !== null && date < awayUntil) return false
  const isOn = (day: WeekDay) => days.length === 0 || days.includes(day)
  if (from === null || to === null || from === to) return isOn(weekDay)
  if (from < to) return isOn(weekDay) && timeOfDay >= from && timeOfDay < to
  if (timeOfDay >= from) return isOn(weekDay)
  return timeOfDay < to && isOn(dayBefore(date))
}

function dayBefore(date: string): WeekDay {
  const { dayOfWeek } = Temporal.PlainDate.from(date).subtract({ days: 1 })
  return WEEK_DAYS[dayOfWeek - 1] ?? 'monday'
}
