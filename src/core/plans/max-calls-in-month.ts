import { type RecurrencePattern, type SchedulePattern, WEEK_DAYS } from '../recurrence/recurrence.ts'

const LONGEST_MONTH = 31

/** The most calls that a schedule rings in a month: one of 31 days that begins on the weekday which gives the most. */
export function maxCallsInMonth(pattern: RecurrencePattern, slots: readonly SchedulePattern[]): number {
  switch (pattern) {
    case 'once':
    case 'monthly':
      return 1
    case 'daily':
      return LONGEST_MONTH
    case 'weekly':
      return Math.ceil(LONGEST_MONTH / 7)
    case 'weekdays':
      return mostOn((day) => (day < 5 ? 1 : 0))
    case 'weekends':
      return mostOn((day) => (day < 5 ? 0 : 1))
    case 'custom':
      return mostOn((day) => slots.filter(({ weekDay }) => weekDay === WEEK_DAYS[day]).length)
  }
}

/** `callsOn` a day of the week, Monday is 0. */
function mostOn(callsOn: (day: number) => number): number {
  const from = (first: number) =>
    Array.from({ length: LONGEST_MONTH }, (_, index) => callsOn((first + index) % 7)).reduce(
      (sum, calls) => sum + calls,
    )
  return Math.max(...WEEK_DAYS.map((_, first) => from(first)))
}
