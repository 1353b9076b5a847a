import { expect, test } from 'vitest'
import { nightTimeOf } from './night.ts'

const SYDNEY = 'Australia/Sydney'
const once = (at: string, zone = SYDNEY) => nightTimeOf({ kind: 'once' }, new Date(at), zone)

test.each([
  ['2026-03-11T20:59:59+11:00', null],
  ['2026-03-11T21:00:00+11:00', '21:00'],
  ['2026-03-11T06:59:59+11:00', '06:59'],
  ['2026-03-11T07:00:00+11:00', null],
])('a call at %s is at night: %s', (at, night) => {
  expect(once(at)).toBe(night)
})

test('night is between 21:00 and 7:00 on the wall, also on the days on which daylight saving begins and ends', () => {
  expect(once('2026-04-05T06:30:00+10:00')).toBe('06:30')
  expect(once('2026-04-05T07:00:00+10:00')).toBeNull()
  expect(once('2026-10-04T06:59:00+11:00')).toBe('06:59')
  expect(once('2026-10-04T07:00:00+11:00')).toBeNull()
  expect(once('2026-10-03T21:00:00+10:00')).toBe('21:00')
})

test('night is where the loved one is: 7:00 in Sydney is 4:00 in Perth', () => {
  expect(once('2026-03-11T07:00:00+11:00', 'Australia/Perth')).toBe('04:00')
})

test('one slot of the night is enough, and the earliest is named', () => {
  const slots = [
    { weekDay: 'monday', timeOfDay: '09:00' },
    { weekDay: 'friday', timeOfDay: '22:00' },
    { weekDay: 'tuesday', timeOfDay: '02:15' },
  ] as const
  expect(nightTimeOf({ kind: 'custom', slots }, new Date('2026-03-09T22:00:00Z'), SYDNEY)).toBe('02:15')
  expect(nightTimeOf({ kind: 'daily', timeOfDay: '06:30' }, new Date('2026-03-10T19:30:00Z'), SYDNEY)).toBe('06:30')
})
