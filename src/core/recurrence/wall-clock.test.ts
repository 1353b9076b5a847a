import { expect, test } from 'vitest'
import { toInstant, toWallClock } from './wall-clock.ts'

// biome-ignore format: a table is read in columns
test.for<[what: string, date: string, timeOfDay: string, zone: string, instant: string]>([
  ['an ordinary summer time', '2026-03-10', '09:00', 'Australia/Sydney', '2026-03-09T22:00:00.000Z'],
  ['an ordinary winter time', '2026-07-10', '09:00', 'Australia/Sydney', '2026-07-09T23:00:00.000Z'],
  ['a time inside the spring gap moves forward by its length', '2026-10-04', '02:30', 'Australia/Sydney', '2026-10-03T16:30:00.000Z'],
  ['half an hour on Lord Howe', '2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z'],
  ['an ambiguous autumn time means the earlier instant', '2026-04-05', '02:30', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
  ['Eucla is +8:45', '2026-03-10', '09:00', 'Australia/Eucla', '2026-03-10T00:15:00.000Z'],
  ['a day that Apia left out', '2011-12-30', '09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
])('%s: %s %s in %s', ([, date, timeOfDay, zone, instant]) => {
  expect(toInstant(date, timeOfDay, zone).toISOString()).toBe(instant)
})

test('a wall clock shows the date, the time, the weekday and the day of the month of its own zone', () => {
  const instant = new Date('2026-03-31T13:30:59.999Z')
  expect(toWallClock(instant, 'Australia/Sydney')).toEqual({
    date: '2026-04-01',
    timeOfDay: '00:30',
    weekDay: 'wednesday',
    dayOfMonth: 1,
  })
  expect(toWallClock(instant, 'Australia/Perth')).toEqual({
    date: '2026-03-31',
    timeOfDay: '21:30',
    weekDay: 'tuesday',
    dayOfMonth: 31,
  })
})

test('an invalid date, time or zone is refused', () => {
  expect(() => toInstant('2026-02-30', '09:00', 'Australia/Sydney')).toThrow(RangeError)
  expect(() => toInstant('2026-02-03', '9:00 AM', 'Australia/Sydney')).toThrow(RangeError)
  expect(() => toInstant('2026-02-03', '09:00', 'Australia/Nowhere')).toThrow(RangeError)
  expect(() => toWallClock(new Date(Number.NaN), 'Australia/Sydney')).toThrow(RangeError)
})
