import { describe, expect, test } from 'vitest'
import { latestSummaryDay } from './summary-day.ts'

const at = (instant: string) => new Date(instant)
const daily = { frequency: 'daily', hour: 8 } as const
const weekly = { frequency: 'weekly', hour: 8 } as const

describe('a daily summary', () => {
  test('a daily summary is due at its hour on the account holder’s clock, and covers the day before', () => {
    expect(latestSummaryDay(at('2026-03-10T08:00+11:00'), 'Australia/Sydney', daily)).toEqual({
      day: '2026-03-10',
      from: at('2026-03-09T00:00+11:00'),
      to: at('2026-03-10T00:00+11:00'),
    })
    expect(latestSummaryDay(at('2026-03-10T07:59+11:00'), 'Australia/Sydney', daily).day).toBe('2026-03-09')
    expect(latestSummaryDay(at('2026-03-10T08:00+11:00'), 'Australia/Perth', daily).day).toBe('2026-03-09')
  })

  test('a daily summary keeps to its hour when daylight saving ends, and covers a day of 25 hours', () => {
    const { from, to } = latestSummaryDay(at('2026-04-06T08:00+10:00'), 'Australia/Sydney', daily)
    expect(to.getTime() - from.getTime()).toBe(25 * 3_600_000)
    expect(latestSummaryDay(at('2026-04-05T07:59+10:00'), 'Australia/Sydney', daily).day).toBe('2026-04-04')
  })

  test('a daily summary whose hour the clocks skip comes right after', () => {
    const atTwo = { frequency: 'daily', hour: 2 } as const
    expect(latestSummaryDay(at('2026-10-04T01:59+10:00'), 'Australia/Sydney', atTwo).day).toBe('2026-10-03')
    expect(latestSummaryDay(at('2026-10-04T03:00+11:00'), 'Australia/Sydney', atTwo).day).toBe('2026-10-04')
  })
})

describe('a weekly summary', () => {
  test('a weekly summary is due on Mondays, and covers the seven days before', () => {
    expect(latestSummaryDay(at('2026-03-11T12:00+11:00'), 'Australia/Sydney', weekly)).toEqual({
      day: '2026-03-09',
      from: at('2026-03-02T00:00+11:00'),
      to: at('2026-03-09T00:00+11:00'),
    })
    expect(latestSummaryDay(at('2026-03-09T07:59+11:00'), 'Australia/Sydney', weekly).day).toBe('2026-03-02')
  })
})
