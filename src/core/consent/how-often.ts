import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { phrase } from '../languages/wording.ts'
import type { RecurrencePattern } from '../recurrence/recurrence.ts'

/** How often calls come, as it is said: "every day", "twice a day"; "now and then" without a schedule. */
export function howOften(patterns: readonly Exclude<RecurrencePattern, 'once'>[], wording = ENGLISH_WORDING): string {
  const daily = patterns.filter((pattern) => pattern === 'daily').length
  if (daily > 2) return phrase(wording, 'calls.timesADay', { times: wording.forms.number(daily) })
  return phrase(wording, keyOf(patterns, daily))
}

function keyOf(patterns: readonly RecurrencePattern[], daily: number) {
  if (daily > 0) return daily === 1 ? 'calls.everyDay' : 'calls.twiceADay'
  if (patterns.includes('weekdays')) return patterns.includes('weekends') ? 'calls.everyDay' : 'calls.everyWeekday'
  if (patterns.includes('custom')) return 'calls.someDays'
  if (patterns.includes('weekends')) return 'calls.everyWeekend'
  if (patterns.includes('weekly')) return 'calls.everyWeek'
  return patterns.includes('monthly') ? 'calls.everyMonth' : 'calls.nowAndThen'
}
