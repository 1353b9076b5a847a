import { calendarDaysBetween, formatDateTime, formatTime } from '../format/dates.ts'

/** An offer is never made, nor shown, from a forecast that is older than this. */
export const FORECAST_GOOD_FOR_MS = 24 * 60 * 60 * 1000

/** "9:00 AM yesterday": when a forecast was fetched, on the clocks of `zone`. */
export function forecastAge(fetchedAt: Date, now: Date, zone: string): string {
  const days = calendarDaysBetween(fetchedAt, now, zone)
  if (days <= 0) return `${formatTime(fetchedAt, zone)} today`
  return days === 1 ? `${formatTime(fetchedAt, zone)} yesterday` : formatDateTime(fetchedAt, zone)
}
