import { formatClock } from '../format/dates.ts'
import { WEEK_DAYS } from '../recurrence/recurrence.ts'
import { toWallClock } from '../recurrence/wall-clock.ts'
import { minutesOfDay } from '../time-of-day.ts'
import type { CalendarDay } from './spoken-forms.ts'

/** The minutes since midnight that the clocks of `zone` show at an instant. */
export function minutesAt(instant: Date, zone: string): number {
  return minutesOfDay(formatClock(instant, zone))
}

/** The day that the calendars of `zone` show at an instant. */
export function dayAt(instant: Date, zone: string): CalendarDay {
  const { date, weekDay } = toWallClock(instant, zone)
  const [, month = '1', day = '1'] = date.split('-')
  return { weekDay: WEEK_DAYS.indexOf(weekDay) + 1, day: Number(day), month: Number(month) }
}

/** The last day of a time that ends with the end of a day. */
export function lastDayBefore(endsAt: Date, zone: string): CalendarDay {
  return dayAt(new Date(endsAt.getTime() - 1), zone)
}
