import { expect, test } from 'vitest'
import { monthFrom, proratedAmount } from './periods.ts'

test.each([
  ['2026-11-21T08:30:00.000Z', '2026-12-21T08:30:00.000Z'],
  ['2026-01-31T08:30:00.000Z', '2026-02-28T08:30:00.000Z'],
  ['2027-12-31T08:30:00.000Z', '2028-01-31T08:30:00.000Z'],
])('a month from %s ends at %s', (start, end) => {
  expect(new Date(monthFrom(Date.parse(start) / 1000).end * 1000).toISOString()).toBe(end)
})

test('after a shorter month the anchor’s day comes back', () => {
  const [anchor, start] = ['2026-01-31T08:30:00Z', '2026-02-28T08:30:00Z'].map((text) => Date.parse(text) / 1000)
  const { end } = monthFrom(start ?? 0, anchor)
  expect(new Date(end * 1000).toISOString()).toBe('2026-03-31T08:30:00.000Z')
})

test('a part of a period costs its share, and nothing once the period is over', () => {
  const period = { start: 1000, end: 2000 }
  expect(proratedAmount(1999, period, 1000)).toBe(1999)
  expect(proratedAmount(1999, period, 1750)).toBe(500)
  expect(proratedAmount(1999, period, 2500)).toBe(0)
})
