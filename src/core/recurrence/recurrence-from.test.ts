import { expect, test } from 'vitest'
import { recurrenceFrom } from './recurrence-from.ts'

const saturdayTheEndOfJanuary = new Date('2026-01-31T09:05+11:00')
const from = (pattern: Parameters<typeof recurrenceFrom>[0], zone = 'Australia/Sydney') =>
  recurrenceFrom(pattern, saturdayTheEndOfJanuary, zone)

test('time of day, weekday and day of the month are read off the start, in the zone of the loved one', () => {
  expect(from('once')).toEqual({ kind: 'once' })
  expect(from('daily')).toEqual({ kind: 'daily', timeOfDay: '09:05' })
  expect(from('weekdays')).toEqual({ kind: 'weekdays', timeOfDay: '09:05' })
  expect(from('weekends')).toEqual({ kind: 'weekends', timeOfDay: '09:05' })
  expect(from('weekly')).toEqual({ kind: 'weekly', timeOfDay: '09:05', weekDay: 'saturday' })
  expect(from('monthly')).toEqual({ kind: 'monthly', timeOfDay: '09:05', dayOfMonth: 31 })
  expect(from('monthly', 'Europe/London')).toEqual({ kind: 'monthly', timeOfDay: '22:05', dayOfMonth: 30 })
})

test('custom takes its slots, not the start: Monday first, by time, each one once', () => {
  const slots = [
    { weekDay: 'friday', timeOfDay: '10:30' },
    { weekDay: 'monday', timeOfDay: '18:00' },
    { weekDay: 'monday', timeOfDay: '09:00' },
    { weekDay: 'friday', timeOfDay: '10:30' },
  ] as const
  expect(recurrenceFrom('custom', saturdayTheEndOfJanuary, 'Australia/Sydney', slots)).toEqual({
    kind: 'custom',
    slots: [
      { weekDay: 'monday', timeOfDay: '09:00' },
      { weekDay: 'monday', timeOfDay: '18:00' },
      { weekDay: 'friday', timeOfDay: '10:30' },
    ],
  })
})

test('a custom schedule that could never ring is refused', () => {
  expect(() => from('custom')).toThrow(RangeError)
})
