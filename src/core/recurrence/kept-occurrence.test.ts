import { expect, test } from 'vitest'
import { nextKeptOccurrence, occurrenceKey } from './kept-occurrence.ts'

const DAILY = { kind: 'daily', timeOfDay: '09:00' } as const
const at = (text: string) => new Date(text)
const next = (after: string, changed: string[], zone = 'Australia/Sydney') =>
  nextKeptOccurrence({ rule: DAILY, zone, changed: new Set(changed) }, at(after))?.toISOString()

test('a changed occurrence is skipped, and so are several in a row', () => {
  expect(next('2026-03-10T00:00:00Z', [])).toBe('2026-03-10T22:00:00.000Z')
  expect(next('2026-03-10T00:00:00Z', ['2026-03-11 09:00', '2026-03-12 09:00'])).toBe('2026-03-12T22:00:00.000Z')
})

test('a changed occurrence is the one of its day and time on the wall, in every zone and after the clocks have changed', () => {
  // Daylight saving ends in Sydney on 5 April 2026.
  expect(next('2026-04-04T00:00:00Z', ['2026-04-05 09:00'])).toBe('2026-04-05T23:00:00.000Z')
  expect(next('2026-04-04T02:00:00Z', ['2026-04-05 09:00'], 'Australia/Perth')).toBe('2026-04-06T01:00:00.000Z')
  expect(occurrenceKey(at('2026-04-04T23:00:00Z'), 'Australia/Sydney')).toBe('2026-04-05 09:00')
})

test('a rule that never rings has no next occurrence', () => {
  const never = { rule: { kind: 'custom', slots: [] }, zone: 'Australia/Sydney', changed: new Set<string>() } as const
  expect(nextKeptOccurrence(never, at('2026-03-10T00:00:00Z'))).toBeNull()
})
