// Days of the calendar as `YYYY-MM-DD`, belonging to no zone. Compared as text they are in order.

const DAY_MS = 86_400_000

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** So many days later, or earlier. */
export const addDays = (day: string, days: number): string => dayAt(msOf(day) + days * DAY_MS)

/** So many months later, or earlier: the same day of the month, or its last one. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** Every day of the month that holds `day`. */
export function daysOfMonth(day: string): string[] {
  const first = `${day.slice(0, 8)}01`
  const length = (msOf(addMonths(first, 1)) - msOf(first)) / DAY_MS
  return Array.from({ length }, (_, index) => addDays(first, index))
}

/** Whether both days are in one month of one year. */
export const sameMonth = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7)

/** 0 for Monday to 6 for Sunday. */
export const weekDayIndex = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % 7
