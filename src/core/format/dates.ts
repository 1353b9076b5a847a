import { minutesOfDay } from '#core/time-of-day.ts'

// Every function here takes an instant and the IANA zone whose wall clocks it is read from, and throws RangeError for
// an unknown zone or an invalid date. They run in the browser: Intl, not Temporal.

const STYLES = {
  date: { month: 'short', day: 'numeric', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekDay: { weekday: 'long' },
  shortWeekDay: { weekday: 'short' },
  dayMonth: { day: 'numeric', month: 'long' },
  isoDate: { year: 'numeric', month: '2-digit', day: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

// Building a format costs a hundred times what using it does, and lists show hundreds of dates.
const formats = new Map<string, Intl.DateTimeFormat>()

/** "Mar 10, 2026" */
export function formatDate(instant: Date, zone: string): string {
  return format('date', instant, zone)
}

/** "9:00 AM" */
export function formatTime(instant: Date, zone: string): string {
  return format('time', instant, zone)
}

/** "09:00", as times of day are stored. */
export function formatClock(instant: Date, zone: string): string {
  return format('clock', instant, zone)
}

/** "Mar 10, 2026 9:00 AM" */
export function formatDateTime(instant: Date, zone: string): string {
  return `${formatDate(instant, zone)} ${formatTime(instant, zone)}`
}

/** "Tuesday, Mar 10, 2026" */
export function formatWeekDayDate(instant: Date, zone: string): string {
  return `${format('weekDay', instant, zone)}, ${formatDate(instant, zone)}`
}

/** "Sunday 22 November", as a sentence has it. */
export function formatDayMonth(instant: Date, zone: string): string {
  const parts = formatIn('dayMonth', zone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''
  return `${format('weekDay', instant, zone)} ${part('day')} ${part('month')}`
}

/** "Tuesday" */
export function formatWeekDay(instant: Date, zone: string): string {
  return format('weekDay', instant, zone)
}

/** "Tue" */
export function formatShortWeekDay(instant: Date, zone: string): string {
  return format('shortWeekDay', instant, zone)
}

/** "2:30 PM" for a wall-clock time `14:30`. Throws RangeError when it is not `HH:MM`. */
export function formatTimeOfDay(timeOfDay: string): string {
  const minutes = minutesOfDay(timeOfDay)
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${timeOfDay.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** How many midnights of `zone` lie between two instants: 0 for the same day, 1 when `to` is on the day after. */
export function calendarDaysBetween(from: Date, to: Date, zone: string): number {
  return (calendarDay(to, zone) - calendarDay(from, zone)) / 86_400_000
}

function calendarDay(instant: Date, zone: string): number {
  const parts = formatIn('isoDate', zone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((found) => found.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'))
}

function format(style: keyof typeof STYLES, instant: Date, zone: string): string {
  // Newer Unicode data puts a narrow no-break space before AM and PM, which tests, searches and SMS do not expect.
  return formatIn(style, zone).format(instant).replaceAll('\u202f', ' ')
}

function formatIn(style: keyof typeof STYLES, zone: string): Intl.DateTimeFormat {
  const key = `${style} ${zone}`
  let found = formats.get(key)
  if (!found) {
    // en-US, because the formats are specified as "MMM d, yyyy" and "h:mm a" with AM and PM in capitals.
    found = new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone: zone })
    formats.set(key, found)
  }
  return found
}
