import { expect, test } from 'vitest'
import { maxCallsInMonth } from './max-calls-in-month.ts'

test('a schedule is counted by the month in which it rings most', () => {
  const most = (pattern: Parameters<typeof maxCallsInMonth>[0]) => maxCallsInMonth(pattern, [])
  expect(['once', 'daily', 'weekdays', 'weekends', 'weekly', 'monthly'].map((each) => most(each as 'once'))).toEqual([
    1, 31, 23, 10, 5, 1,
  ])
  const slots = [
    { weekDay: 'monday', timeOfDay: '09:00' },
    { weekDay: 'monday', timeOfDay: '17:00' },
    { weekDay: 'friday', timeOfDay: '09:00' },
  ] as const
  expect(maxCallsInMonth('custom', slots)).toBe(14)
})
