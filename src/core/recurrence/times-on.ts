import { minutesOfDay } from '#core/time-of-day.ts'
import { isWeekend, type LocalDate, lastDayOfMonth } from './local-date.ts'
import type { Recurrence } from './recurrence.ts'

/** The wall-clock times at which `rule` rings on `date`, in minutes after midnight, earliest first. */
export function timesOn(rule: Recurrence, date: LocalDate): number[] {
  switch (rule.kind) {
    case 'once':
      return []
    case 'daily':
      return [minutesOfDay(rule.timeOfDay)]
    case 'weekdays':
      return isWeekend(date) ? [] : [minutesOfDay(rule.timeOfDay)]
    case 'weekends':
      return isWeekend(date) ? [minutesOfDay(rule.timeOfDay)] : []
    case 'weekly':
      return date.weekDay === rule.weekDay ? [minutesOfDay(rule.timeOfDay)] : []
    case 'monthly':
      // The 31st falls back to the last day, so a monthly call never skips a month.
      return date.day === Math.min(rule.dayOfMonth, lastDayOfMonth(date)) ? [minutesOfDay(rule.timeOfDay)] : []
    case 'custom':
      return rule.slots
        .filter((slot) => slot.weekDay === date.weekDay)
        .map((slot) => minutesOfDay(slot.timeOfDay))
        .sort((a, b) => a - b)
    default:
      return rule satisfies never
  }
}
