import type { RecurrencePattern } from '../recurrence/recurrence.ts'

/** How often calls come, as it is said: "every day", "twice a day"; "now and then" without a schedule. */
export function howOften(patterns: readonly Exclude<RecurrencePattern, 'once'>[]): string {
  const daily = patterns.filter((pattern) => pattern === 'daily').length
  if (daily > 0) return daily === 1 ? 'every day' : daily === 2 ? 'twice a day' : `${daily} times a day`
  if (patterns.includes('weekdays')) return patterns.includes('weekends') ? 'every day' : 'every weekday'
  if (patterns.includes('custom')) return 'on some days of the week'
  if (patterns.includes('weekends')) return 'every weekend'
  if (patterns.includes('weekly')) return 'every week'
  return patterns.includes('monthly') ? 'every month' : 'now and then'
}
