import { calendarDaysBetween, formatDayMonth } from './dates.ts'

/** " on Thursday 19 November" for an instant that is not of the day of `now` in `zone`; nothing for one that is. */
export function onAnotherDay(instant: Date, zone: string, now: Date): string {
  return calendarDaysBetween(instant, now, zone) === 0 ? '' : ` on ${formatDayMonth(instant, zone)}`
}
