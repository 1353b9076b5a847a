import { WEEK_DAYS, type WeekDay } from './recurrence.ts'

const DAY_MS = 86_400_000

/** A day of the calendar, belonging to no zone. `startMs` is its midnight as if the clock on the wall ran in UTC. */
export interface LocalDate {
  year: number
  month: number
  day: number
  weekDay: WeekDay
  startMs: number
}

/** The day that a wall clock shows, given its reading as if it ran in UTC. */
export function localDateAt(wallMs: number): LocalDate {
  const epochDay = Math.floor(wallMs / DAY_MS)
  const utc = new Date(epochDay * DAY_MS)
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    day: utc.getUTCDate(),
    weekDay: weekDayOf(epochDay),
    startMs: epochDay * DAY_MS,
  }
}

/** The following day of the calendar. */
export function dayAfter(date: LocalDate): LocalDate {
  const startMs = date.startMs + DAY_MS
  const weekDay = weekDayOf(startMs / DAY_MS)
  if (date.day < lastDayOfMonth(date))
    return { year: date.year, month: date.month, day: date.day + 1, weekDay, startMs }
  if (date.month < 12) return { year: date.year, month: date.month + 1, day: 1, weekDay, startMs }
  return { year: date.year + 1, month: 1, day: 1, weekDay, startMs }
}

/** 28 to 31, by the Gregorian calendar. */
export function lastDayOfMonth({ year, month }: Pick<LocalDate, 'year' | 'month'>): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Whether a calendar day is a Saturday or a Sunday. */
export function isWeekend({ weekDay }: Pick<LocalDate, 'weekDay'>): boolean {
  return weekDay === 'saturday' || weekDay === 'sunday'
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function weekDayOf(epochDay: number): WeekDay {
  // 1970-01-01, epoch day 0, was a Thursday; the double remainder keeps days before it positive.
  return WEEK_DAYS[(((epochDay + 3) % 7) + 7) % 7] ?? 'monday'
}
