import { formatTimeOfDay } from '#core/format/dates.ts'
import type { Recurrence, SchedulePattern, WeekDay } from './recurrence.ts'
import { inWeekOrder } from './week-order.ts'

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** A rule as it is read back: "every Monday and Wednesday at 9:00 AM and Friday at 10:30 AM". Needs no Temporal, so the web may use it. */
export function recurrenceInWords(rule: Recurrence): string {
  switch (rule.kind) {
    case 'once':
      return 'once'
    case 'daily':
      return `every day at ${formatTimeOfDay(rule.timeOfDay)}`
    case 'weekdays':
      return `Monday to Friday at ${formatTimeOfDay(rule.timeOfDay)}`
    case 'weekends':
      return `every Saturday and Sunday at ${formatTimeOfDay(rule.timeOfDay)}`
    case 'weekly':
      return `every ${weekDayName(rule.weekDay)} at ${formatTimeOfDay(rule.timeOfDay)}`
    case 'monthly': {
      const orLastDay = rule.dayOfMonth > 28 ? ' (or the last day)' : ''
      return `on the ${ordinal(rule.dayOfMonth)} of every month${orLastDay} at ${formatTimeOfDay(rule.timeOfDay)}`
    }
    case 'custom':
      return `every ${slotsInWords(rule.slots)}`
    default:
      return rule satisfies never
  }
}

/** "Monday" for `monday`. */
function weekDayName(weekDay: WeekDay): string {
  return weekDay.charAt(0).toUpperCase() + weekDay.slice(1)
}

function slotsInWords(slots: readonly SchedulePattern[]): string {
  const daysByTime = Map.groupBy(inWeekOrder(slots), (slot) => slot.timeOfDay)
  const groups = [...daysByTime].map(
    ([timeOfDay, days]) =>
      `${list.format(days.map((slot) => weekDayName(slot.weekDay)))} at ${formatTimeOfDay(timeOfDay)}`,
  )
  return list.format(groups)
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${suffix}`
}
