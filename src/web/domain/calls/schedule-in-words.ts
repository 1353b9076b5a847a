import { WEEK_DAY_LABELS } from '#contract/calls/call-labels.ts'
import type { Call } from '#contract/calls/calls.ts'
import { formatClock, formatTimeOfDay, formatWeekDay } from '#core/format/dates.ts'
import { listInWords } from '#core/format/list-in-words.ts'
import { recurrenceInWords } from '#core/recurrence/in-words.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'

type Scheduled = Pick<Call, 'recurrencePattern' | 'schedulePatterns' | 'scheduledTime' | 'lovedOne'>

/** How often a call repeats: "Every Monday and Friday"; null for a single one. Without the day of a monthly call, which short months move. */
export function howOften(call: Scheduled): string | null {
  switch (call.recurrencePattern) {
    case 'once':
      return null
    case 'daily':
      return 'Every day'
    case 'weekdays':
      return 'Monday to Friday'
    case 'weekends':
      return 'Every Saturday and Sunday'
    case 'weekly':
      return `Every ${formatWeekDay(new Date(call.scheduledTime), call.lovedOne.timezone)}`
    case 'monthly':
      return 'Every month'
    case 'custom': {
      const days = WEEK_DAYS.filter((day) => call.schedulePatterns.some(({ weekDay }) => weekDay === day))
      return `Every ${listInWords(days.map((day) => WEEK_DAY_LABELS[day]))}`
    }
    default:
      return call.recurrencePattern satisfies never
  }
}

/** The same with the times, on the loved one's clock: "Every Monday at 9:00 AM". */
export function scheduleInWords(call: Scheduled): string | null {
  if (call.recurrencePattern === 'custom') {
    const words = recurrenceInWords({ kind: 'custom', slots: call.schedulePatterns })
    return keptTogether(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)
  }
  const often = howOften(call)
  if (!often) return null
  const time = formatTimeOfDay(formatClock(new Date(call.scheduledTime), call.lovedOne.timezone))
  return keptTogether(`${often} at ${time}`)
}
