import { expect, test } from 'vitest'
import {
  calendarDaysBetween,
  formatDate,
  formatDateTime,
  formatShortWeekDay,
  formatTime,
  formatTimeOfDay,
  formatWeekDayDate,
} from './dates.ts'

const nineInSydney = new Date('2026-03-09T22:00:00Z')

test('dates and times are shown as "MMM d, yyyy" and "h:mm a", with ordinary spaces', () => {
  expect(formatDate(nineInSydney, 'Australia/Sydney')).toBe('Mar 10, 2026')
  expect(formatTime(nineInSydney, 'Australia/Sydney')).toBe('9:00 AM')
  expect(formatDateTime(nineInSydney, 'Australia/Sydney')).toBe('Mar 10, 2026 9:00 AM')
  expect(formatDateTime(new Date('2026-09-01T04:05:59Z'), 'Australia/Sydney')).toBe('Sep 1, 2026 2:05 PM')
  expect(formatWeekDayDate(nineInSydney, 'Australia/Sydney')).toBe('Tuesday, Mar 10, 2026')
  expect(formatShortWeekDay(nineInSydney, 'Australia/Sydney')).toBe('Tue')
})

test('an instant is another time, and another day, in another zone', () => {
  expect(formatDateTime(nineInSydney, 'Australia/Perth')).toBe('Mar 10, 2026 6:00 AM')
  expect(formatDateTime(nineInSydney, 'Australia/Eucla')).toBe('Mar 10, 2026 6:45 AM')
  expect(formatDateTime(nineInSydney, 'Europe/London')).toBe('Mar 9, 2026 10:00 PM')
})

test('midnight and noon are 12', () => {
  expect(formatTime(new Date('2026-03-09T13:00:00Z'), 'Australia/Sydney')).toBe('12:00 AM')
  expect(formatTime(new Date('2026-03-10T01:00:00Z'), 'Australia/Sydney')).toBe('12:00 PM')
  expect(['00:00', '00:30', '09:05', '12:00', '13:10', '23:55'].map(formatTimeOfDay)).toEqual([
    '12:00 AM',
    '12:30 AM',
    '9:05 AM',
    '12:00 PM',
    '1:10 PM',
    '11:55 PM',
  ])
})

test('days are counted by midnights, on a 23-hour day and a 25-hour day alike', () => {
  const days = (from: string, to: string) => calendarDaysBetween(new Date(from), new Date(to), 'Australia/Sydney')
  expect(days('2026-03-10T00:00+11:00', '2026-03-10T23:59+11:00')).toBe(0)
  expect(days('2026-03-10T23:59+11:00', '2026-03-11T00:00+11:00')).toBe(1)
  expect(days('2026-04-04T12:00+11:00', '2026-04-06T12:00+10:00')).toBe(2)
  expect(days('2026-10-03T12:00+10:00', '2026-10-05T11:00+11:00')).toBe(2)
  expect(days('2026-03-11T00:00+11:00', '2026-03-10T23:59+11:00')).toBe(-1)
})

test('an invalid date or zone is refused', () => {
  expect(() => formatDate(new Date(Number.NaN), 'Australia/Sydney')).toThrow(RangeError)
  expect(() => formatDate(nineInSydney, 'Australia/Sidney')).toThrow(RangeError)
})
