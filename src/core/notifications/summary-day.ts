import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import type { NotificationSettings } from './settings.ts'

export interface SummaryDay {
  /** The day of the account holder's calendar on which it is due, `YYYY-MM-DD`. */
  day: string
  /** What it sums up: from the first midnight to the last, which is that of `day`. */
  from: Date
  to: Date
}

const DAYS = { daily: 1, weekly: 7 } as const

/**
 * The latest summary whose hour has come on the clocks of `zone`: a daily one sums up the day before it, a weekly one is
 * due on Mondays and sums up the seven days before. Earlier ones that were not sent are left out. An hour that the clocks
 * skip comes when they have skipped it. Throws RangeError for an unknown zone.
 */
export function latestSummaryDay(
  now: Date,
  zone: string,
  { frequency, hour }: { frequency: Exclude<NotificationSettings['summary']['frequency'], 'off'>; hour: number },
): SummaryDay {
  const timeOfDay = `${String(hour).padStart(2, '0')}:00`
  const today = Temporal.PlainDate.from(toWallClock(now, zone).date)
  const hasCome = toInstant(today.toString(), timeOfDay, zone) <= now
  const latest = hasCome ? today : today.subtract({ days: 1 })
  const due = frequency === 'weekly' ? latest.subtract({ days: latest.dayOfWeek - 1 }) : latest
  const midnight = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(zone).epochMilliseconds)
  return { day: due.toString(), from: midnight(due.subtract({ days: DAYS[frequency] })), to: midnight(due) }
}
