import { calendarDaysBetween } from './dates.ts'

const PARTS = { weekday: 'long', day: 'numeric', month: 'long' } as const satisfies Intl.DateTimeFormatOptions

/** "Thursday 19 November", by the calendar on a wall in `zone`. Throws RangeError for an unknown zone. */
export function dayInWords(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-AU', { ...PARTS, timeZone: zone }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')}`
}

/** " on Thursday 19 November" for an instant that is not of the day of `now` in `zone`; nothing for one that is. */
export function onAnotherDay(instant: Date, zone: string, now: Date): string {
  return calendarDaysBetween(instant, now, zone) === 0 ? '' : ` on ${dayInWords(instant, zone)}`
}
