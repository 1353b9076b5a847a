import { expect, test } from 'vitest'
import { mostCallsInMonth } from './most-calls-in-month.ts'

test('a schedule is counted by the month in which it rings most', () => {
  const most = (pattern: Parameters<typeof mostCallsInMonth>[0]) => mostCallsInMonth(pattern, [])
  expect(['once', 'daily', 'weekdays', 'weekends', 'weekly', 'monthly'].map((each) => most(each as 'once'))).toEqual([
    1, 31, 23, 10, 5, 1,
  ])
  const slots = [
    { weekDay: 'monday', timeOfDay: '09:00' },
    { weekDay: 'monday', timeOfDay: '17:00' },
    { weekDay: 'friday', timeOfDay: '09:00' },
  ] as const
  expect(mostCallsInMonth('custom', slots)).toBe(14)
})
