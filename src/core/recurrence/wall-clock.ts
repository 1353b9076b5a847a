import { minutesOfDay } from '#core/time-of-day.ts'
import type { LocalDate } from './local-date.ts'
import { WEEK_DAYS, type WeekDay } from './recurrence.ts'

/** What the clock and the calendar on a wall in some zone show: `YYYY-MM-DD`, `HH:MM`, and what follows from them. */
interface WallClock {
  date: string
  timeOfDay: string
  weekDay: WeekDay
  dayOfMonth: number
}

/**
 * The instant at which the wall clocks of `zone` show `timeOfDay` (`HH:MM`) on `localDate` (`YYYY-MM-DD`).
 * A time inside a spring gap moves forward by the length of the gap (02:30 becomes 03:30); an ambiguous autumn time
 * means the earlier instant. This is what RFC 5545 asks for and what Temporal calls `compatible`.
 * Throws RangeError when a part is not a date, a time or a zone.
 */
export function toInstant(localDate: string, timeOfDay: string, zone: string): Date {
  const { year, month, day } = Temporal.PlainDate.from(localDate)
  return new Date(instantMs({ year, month, day }, minutesOfDay(timeOfDay), zone))
}

/** What the wall clocks of `zone` show at `instant`; seconds are cut off. Throws RangeError for an unknown zone. */
export function toWallClock(instant: Date, zone: string): WallClock {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return {
    date: local.toPlainDate().toString(),
    timeOfDay: local.toPlainTime().toString({ smallestUnit: 'minute' }),
    weekDay: WEEK_DAYS[local.dayOfWeek - 1] ?? 'monday',
    dayOfMonth: local.day,
  }
}

/** Like `toInstant`, on numbers: milliseconds since 1970 of that date and those minutes after midnight in `zone`. */
export function instantMs(date: Pick<LocalDate, 'year' | 'month' | 'day'>, minutes: number, zone: string): number {
  const hour = Math.floor(minutes / 60)
  const local = new Temporal.PlainDateTime(date.year, date.month, date.day, hour, minutes % 60)
  return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** The day that the wall clocks of `zone` show at `instant`: its first instant, and that of the day after. */
export function localDayOf(instant: Date, zone: string): { start: Date; end: Date } {
  const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).startOfDay()
  const end = start.add({ days: 1 }).startOfDay()
  return { start: new Date(start.epochMilliseconds), end: new Date(end.epochMilliseconds) }
}
