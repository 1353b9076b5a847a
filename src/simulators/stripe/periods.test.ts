import { expect, test } from 'vitest'
import { periodFrom, proratedAmount } from './periods.ts'
import { type Interval, newPrice } from './resources.ts'
import type { Price } from './wire.ts'

function recurring(interval: Interval, intervalCount: number): Price {
  return newPrice({
    active: true,
    currency: 'usd',
    unitAmount: 1999,
    product: 'prod_basic',
    recurring: { interval, intervalCount },
    lookupKey: null,
    nickname: null,
    metadata: {},
  })
}

test.each([
  ['2026-11-21T08:30:00.000Z', 'month', 1, '2026-12-21T08:30:00.000Z'],
  ['2026-01-31T08:30:00.000Z', 'month', 1, '2026-02-28T08:30:00.000Z'],
  ['2027-12-31T08:30:00.000Z', 'month', 2, '2028-02-29T08:30:00.000Z'],
  ['2028-02-29T08:30:00.000Z', 'year', 1, '2029-02-28T08:30:00.000Z'],
  ['2026-12-28T08:30:00.000Z', 'week', 1, '2027-01-04T08:30:00.000Z'],
  ['2026-12-31T08:30:00.000Z', 'day', 3, '2027-01-03T08:30:00.000Z'],
] as const)('a period from %s of one %s (times %i) ends at %s', (start, interval, count, end) => {
  const period = periodFrom(Date.parse(start) / 1000, recurring(interval, count))
  expect(new Date(period.end * 1000).toISOString()).toBe(end)
})

test('after a shorter month the anchor’s day comes back', () => {
  const [anchor, start] = ['2026-01-31T08:30:00Z', '2026-02-28T08:30:00Z'].map((text) => Date.parse(text) / 1000)
  const { end } = periodFrom(start ?? 0, recurring('month', 1), anchor)
  expect(new Date(end * 1000).toISOString()).toBe('2026-03-31T08:30:00.000Z')
})

test('a part of a period costs its share, and nothing once the period is over', () => {
  const period = { start: 1000, end: 2000 }
  expect(proratedAmount(1999, period, 1000)).toBe(1999)
  expect(proratedAmount(1999, period, 1750)).toBe(500)
  expect(proratedAmount(1999, period, 2500)).toBe(0)
})
