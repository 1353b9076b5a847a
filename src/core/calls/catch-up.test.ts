import { describe, expect, test } from 'vitest'
import { catchUpAt, catchUpDialBy, contactsAfterCatchUp } from './catch-up.ts'
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

  test.each([
    ['until nine in the evening, however early it was due', '2026-03-10T07:00:00+11:00', '2026-03-10T21:00:00+11:00'],
    ['for an hour where somebody starts it at night', '2026-03-10T22:00:00+11:00', '2026-03-10T23:00:00+11:00'],
  ])('a catch-up call may be placed %s', (_, due, by) => {
    expect(catchUpDialBy(at(due), SYDNEY)).toEqual(at(by))
  })

  test('a catch-up call has an hour for its first dial and one for its tries before contacts are notified anyway', () => {
    const until = (ringsAt: string, ringsBy: string) =>
      contactsAfterCatchUp({ ringsAt: at(ringsAt), ringsBy: at(ringsBy) })
    const evening = '2026-03-10T21:00:00+11:00'
    expect(until('2026-03-10T14:00:00+11:00', evening)).toEqual(at('2026-03-10T16:00:00+11:00'))
    expect(until('2026-03-10T20:30:00+11:00', evening)).toEqual(at('2026-03-10T22:00:00+11:00'))
  })

  test('a catch-up call follows the wall clock of the person, wherever they live', () => {
    const noonUtc = at('2026-03-10T10:30:00Z')
    expect(isWakingHour(noonUtc, 'Australia/Perth')).toBe(true)
    expect(isWakingHour(noonUtc, SYDNEY)).toBe(false)
  })
})
