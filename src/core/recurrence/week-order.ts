import { minutesOfDay } from '#core/time-of-day.ts'
import { type SchedulePattern, WEEK_DAYS } from './recurrence.ts'

/** Monday first, then by time of day; a slot given twice is one slot. Throws RangeError for a malformed time of day. */
export function inWeekOrder(slots: readonly SchedulePattern[]): SchedulePattern[] {
  const byMinuteOfWeek = new Map<number, SchedulePattern>()
  for (const { weekDay, timeOfDay } of slots) {
    byMinuteOfWeek.set(WEEK_DAYS.indexOf(weekDay) * 1440 + minutesOfDay(timeOfDay), { weekDay, timeOfDay })
  }
  return [...byMinuteOfWeek].sort(([a], [b]) => a - b).map(([, slot]) => slot)
}
