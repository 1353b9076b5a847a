import { calendarDaysBetween, formatDate } from './dates.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// Close enough to count the hours; later than that a person thinks of the day ("Today", "Tomorrow").
const COUNTED_HOURS = 4
const COUNTED_DAYS = 6

/**
 * How far `instant` is from `now`, in words.
 * Past: "just now" under a minute, then minutes, hours and days that have fully passed, up to "6 days ago", then the
 * date. Future: "in a few seconds", minutes, then hours while it is less than 4 hours away (across midnight too);
 * after that days of the calendar in `zone`: "Today", "Tomorrow", "in 2 days" up to "in 6 days", then the date.
 */
export function relativeTime(instant: Date, now: Date, zone: string): string {
  const aheadMs = instant.getTime() - now.getTime()
  return aheadMs > 0 ? ahead(aheadMs, instant, now, zone) : ago(-aheadMs, instant, zone)
}

function ago(ms: number, instant: Date, zone: string): string {
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${count(ms / MINUTE_MS, 'minute')} ago`
  if (ms < DAY_MS) return `${count(ms / HOUR_MS, 'hour')} ago`
  if (ms < (COUNTED_DAYS + 1) * DAY_MS) return `${count(ms / DAY_MS, 'day')} ago`
  return formatDate(instant, zone)
}

function ahead(ms: number, instant: Date, now: Date, zone: string): string {
  if (ms < MINUTE_MS) return 'in a few seconds'
  if (ms < HOUR_MS) return `in ${count(ms / MINUTE_MS, 'minute')}`
  if (ms < COUNTED_HOURS * HOUR_MS) return `in ${count(ms / HOUR_MS, 'hour')}`
  const days = calendarDaysBetween(now, instant, zone)
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  if (days <= COUNTED_DAYS) return `in ${days} days`
  return formatDate(instant, zone)
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
