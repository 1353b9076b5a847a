import { formatDate } from './dates.ts'

/** "Mar 10, 2026 9:00:05 AM" on the wall clocks of `zone`. Apart from the other formats: hardly any screen needs seconds. */
export function formatExactDateTime(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h12' })
  return `${formatDate(instant, zone)} ${format.format(instant).replaceAll('\u202f', ' ')}`
}
