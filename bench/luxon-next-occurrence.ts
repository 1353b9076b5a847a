import { DateTime } from 'luxon'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'

/**
 * The next occurrence as one would write it with Luxon: day by day, in the zone. For comparison only: Luxon resolves a
 * time that an autumn shows twice by its own guess, so it is measured on times that exist once.
 */
export function luxonNextOccurrence(rule: Recurrence, after: Date, zone: string): Date | null {
  let day = DateTime.fromJSDate(after, { zone }).startOf('day')
  for (let tried = 0; tried < 34; tried++, day = day.plus({ days: 1 })) {
    for (const timeOfDay of timesOn(rule, day)) {
      const due = day.set({ hour: Number(timeOfDay.slice(0, 2)), minute: Number(timeOfDay.slice(3)) })
      if (due.toMillis() > after.getTime()) return due.toJSDate()
    }
  }
  return null
}

function timesOn(rule: Recurrence, day: DateTime): string[] {
  switch (rule.kind) {
    case 'once':
      return []
    case 'daily':
      return [rule.timeOfDay]
    case 'weekdays':
      return day.weekday <= 5 ? [rule.timeOfDay] : []
    case 'weekends':
      return day.weekday > 5 ? [rule.timeOfDay] : []
    case 'weekly':
      return WEEK_DAYS[day.weekday - 1] === rule.weekDay ? [rule.timeOfDay] : []
    case 'monthly':
      return day.day === Math.min(rule.dayOfMonth, day.daysInMonth ?? 31) ? [rule.timeOfDay] : []
    case 'custom':
      return rule.slots
        .filter((slot) => slot.weekDay === WEEK_DAYS[day.weekday - 1])
        .map((slot) => slot.timeOfDay)
        .sort()
    default:
      return rule satisfies never
  }
}
