import type { Recurrence, RecurrencePattern, SchedulePattern } from './recurrence.ts'
import { toWallClock } from './wall-clock.ts'
import { inWeekOrder } from './week-order.ts'

/**
 * The rule that an account holder means by choosing `pattern` and a first call at `firstWanted`: the time of day, the
 * weekday and the day of the month are read off the wall clock of `zone`. Monthly keeps its own day (29 to 31 included)
 * however short the month it starts in. `schedulePatterns` count for `custom` only, sorted and each one once.
 * Throws RangeError for `custom` without any, and for an unknown zone.
 */
export function recurrenceFrom(
  pattern: RecurrencePattern,
  firstWanted: Date,
  zone: string,
  schedulePatterns: readonly SchedulePattern[] = [],
): Recurrence {
  const { timeOfDay, weekDay, dayOfMonth } = toWallClock(firstWanted, zone)
  switch (pattern) {
    case 'once':
      return { kind: 'once' }
    case 'daily':
    case 'weekdays':
    case 'weekends':
      return { kind: pattern, timeOfDay }
    case 'weekly':
      return { kind: 'weekly', timeOfDay, weekDay }
    case 'monthly':
      return { kind: 'monthly', timeOfDay, dayOfMonth }
    case 'custom':
      if (schedulePatterns.length === 0) throw new RangeError('A custom schedule needs at least one slot')
      return { kind: 'custom', slots: inWeekOrder(schedulePatterns) }
    default:
      return pattern satisfies never
  }
}
