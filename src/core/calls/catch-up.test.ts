import { describe, expect, test } from 'vitest'
import { catchUpAt, catchUpDialBy } from './catch-up.ts'
import { isWakingHour } from './waking-hours.ts'

const SYDNEY = 'Australia/Sydney'
const at = (instant: string) => new Date(instant)

describe('a catch-up call', () => {
  test.each([
    ['in the middle of the day', '2026-03-10T14:03:00+11:00', '2026-03-10T14:03:00+11:00'],
    ['at seven', '2026-03-10T07:00:00+11:00', '2026-03-10T07:00:00+11:00'],
    ['before seven', '2026-03-10T03:00:00+11:00', '2026-03-10T07:00:00+11:00'],
    ['when half an hour of the day is left', '2026-03-10T20:30:00+11:00', '2026-03-11T07:00:00+11:00'],
    ['at nine in the evening', '2026-03-10T21:00:00+11:00', '2026-03-11T07:00:00+11:00'],
    ['the night before daylight saving ends', '2026-04-04T22:00:00+11:00', '2026-04-05T07:00:00+10:00'],
    ['the night before daylight saving begins', '2026-10-03T23:30:00+10:00', '2026-10-04T07:00:00+11:00'],
  ])('booked %s rings in waking hours', (_, now, due) => {
    expect(catchUpAt(at(now), SYDNEY)).toEqual(at(due))
  })

  test('has an hour to be placed, and never until after nine in the evening', () => {
    expect(catchUpDialBy(at('2026-03-10T14:00:00+11:00'), SYDNEY)).toEqual(at('2026-03-10T15:00:00+11:00'))
    expect(catchUpDialBy(at('2026-03-10T20:30:00+11:00'), SYDNEY)).toEqual(at('2026-03-10T21:00:00+11:00'))
  })

  test('goes by the clock on the wall of the person, wherever they live', () => {
    const noonUtc = at('2026-03-10T10:30:00Z')
    expect(isWakingHour(noonUtc, 'Australia/Perth')).toBe(true)
    expect(isWakingHour(noonUtc, SYDNEY)).toBe(false)
  })
})
