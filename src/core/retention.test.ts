import { expect, test } from 'vitest'
import { callsKeptSince, callWordsKeptSince, callWordsKeptUntil } from './retention.ts'

test('calls are kept for months of the calendar, and for one month at least 31 days', () => {
  expect(callsKeptSince(new Date('2026-03-10T12:00:00Z'), 24)).toEqual(new Date('2024-03-10T12:00:00Z'))
  expect(callsKeptSince(new Date('2026-03-10T12:00:00Z'), 1)).toEqual(new Date('2026-02-07T12:00:00Z'))
  expect(callsKeptSince(new Date('2026-01-10T12:00:00Z'), 1)).toEqual(new Date('2025-12-10T12:00:00Z'))
})

test.each([
  [24, 24, '2024-03-10T12:00:00.000Z', '2028-03-10T12:00:00.000Z'],
  [24, 3, '2025-12-10T12:00:00.000Z', '2026-06-10T12:00:00.000Z'],
  [3, 24, '2025-12-10T12:00:00.000Z', '2026-06-10T12:00:00.000Z'],
  [24, 1, '2026-02-07T12:00:00.000Z', '2026-04-10T12:00:00.000Z'],
])(
  'words of calls are kept for %i months, and no longer than calls for %i',
  (retentionMonths, keepCallsMonths, since, until) => {
    const now = new Date('2026-03-10T12:00:00Z')
    expect(callWordsKeptSince(now, { retentionMonths, keepCallsMonths }).toISOString()).toBe(since)
    expect(callWordsKeptUntil(now, { retentionMonths, keepCallsMonths }).toISOString()).toBe(until)
  },
)

test('words of a call of February are kept for 31 days where calls are kept for one month', () => {
  const ended = new Date('2026-02-01T12:00:00Z')
  const until = callWordsKeptUntil(ended, { retentionMonths: 24, keepCallsMonths: 1 })
  expect(until).toEqual(new Date('2026-03-04T12:00:00Z'))
})
