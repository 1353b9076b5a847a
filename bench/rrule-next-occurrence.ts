import { RRuleTemporal } from 'rrule-temporal'
import type { Recurrence } from '#core/recurrence/recurrence.ts'

/**
 * The same rule for rrule-temporal, built once with its start, then asked for what comes after an instant. A custom
 * rule with different times on different days is one RFC 5545 rule per slot, of which the soonest counts.
 */
export function rruleNextOccurrence(rule: Recurrence, start: Date, zone: string): (after: Date) => Date | null {
  const dtstart = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(zone)
  const rules = partsOf(rule).map((parts) => new RRuleTemporal({ ...parts, dtstart, tzid: zone, bySecond: [0] }))
  return (after) => {
    const soonest = Math.min(...rules.map((part) => part.next(after)?.epochMilliseconds ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(soonest) ? new Date(soonest) : null
  }
}

function partsOf(rule: Recurrence) {
  const time = (timeOfDay: string) => ({
    byHour: [Number(timeOfDay.slice(0, 2))],
    byMinute: [Number(timeOfDay.slice(3))],
  })
  const weekly = (byDay: string[], timeOfDay: string) => ({ freq: 'WEEKLY' as const, byDay, ...time(timeOfDay) })
  const code = (weekDay: string) => weekDay.slice(0, 2).toUpperCase()
  switch (rule.kind) {
    case 'once':
      return []
    case 'daily':
      return [{ freq: 'DAILY' as const, ...time(rule.timeOfDay) }]
    case 'weekdays':
      return [weekly(['MO', 'TU', 'WE', 'TH', 'FR'], rule.timeOfDay)]
    case 'weekends':
      return [weekly(['SA', 'SU'], rule.timeOfDay)]
    case 'weekly':
      return [weekly([code(rule.weekDay)], rule.timeOfDay)]
    case 'monthly': {
      // The last of the days from the 28th to the wished one that the month has.
      const days = Array.from({ length: Math.max(rule.dayOfMonth - 27, 1) }, (_, index) => rule.dayOfMonth - index)
      return [{ freq: 'MONTHLY' as const, byMonthDay: days.reverse(), bySetPos: [-1], ...time(rule.timeOfDay) }]
    }
    case 'custom':
      return rule.slots.map((slot) => weekly([code(slot.weekDay)], slot.timeOfDay))
    default:
      return rule satisfies never
  }
}
