import { describe, expect, test } from 'vitest'
import { awayPeriod, dayPlus, daysAway } from './away-period.ts'

const iso = ({ startsAt, endsAt, remindAt }: ReturnType<typeof awayPeriod>) =>
  [startsAt, endsAt, remindAt].map((instant) => instant.toISOString())

describe('the period of a time away', () => {
  test('begins with its first day and ends as the day after its last one begins', () => {
    expect(iso(awayPeriod({ from: '2026-03-11', until: '2026-03-13' }, 'Australia/Sydney'))).toEqual([
      '2026-03-10T13:00:00.000Z',
      '2026-03-13T13:00:00.000Z',
      '2026-03-12T23:00:00.000Z',
    ])
  })

  test('a time away goes by the clock on the wall when daylight saving ends inside it', () => {
    expect(iso(awayPeriod({ from: '2026-04-04', until: '2026-04-05' }, 'Australia/Sydney'))).toEqual([
      '2026-04-03T13:00:00.000Z',
      '2026-04-05T14:00:00.000Z',
      '2026-04-05T00:00:00.000Z',
    ])
  })

  test('a time away goes by the clock on the wall when daylight saving begins inside it', () => {
    const { startsAt, endsAt } = awayPeriod({ from: '2026-10-03', until: '2026-10-04' }, 'Australia/Sydney')
    expect(endsAt.getTime() - startsAt.getTime()).toBe(47 * 3_600_000)
  })

  test('counts both its days', () => {
    expect(daysAway({ from: '2026-03-11', until: '2026-03-11' })).toBe(1)
    expect(daysAway({ from: '2026-02-27', until: '2026-03-01' })).toBe(3)
    expect(daysAway({ from: '2026-03-02', until: '2026-03-01' })).toBe(0)
    expect(dayPlus('2026-02-28', 1)).toBe('2026-03-01')
  })
})
