import { expect, test } from 'vitest'
import { changedKeysAfter, nextKeptOccurrence, occurrenceKey } from './kept-occurrence.ts'
import type { Recurrence } from './recurrence.ts'

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

const daily = (timeOfDay: string): Recurrence => ({ kind: 'daily', timeOfDay })
const custom = (...slots: [weekDay: 'friday' | 'saturday', timeOfDay: string][]): Recurrence => ({
  kind: 'custom',
  slots: slots.map(([weekDay, timeOfDay]) => ({ weekDay, timeOfDay })),
})

// 13 March 2026 is a Friday.
// biome-ignore format: a table is read in columns
test.for<[what: string, before: Recurrence, after: Recurrence, changed: string[], keys: [string, string][]]>([
  ['another time of day takes it along', daily('09:00'), daily('09:30'), ['2026-03-13 09:00'], [['2026-03-13 09:00', '2026-03-13 09:30']]],
  ['the same time leaves it', daily('09:00'), daily('09:00'), ['2026-03-13 09:00'], []],
  ['other days that have its day take it along', daily('09:00'), { kind: 'weekdays', timeOfDay: '08:00' }, ['2026-03-13 09:00', '2026-03-14 09:00'], [['2026-03-13 09:00', '2026-03-13 08:00']]],
  ['another weekday leaves it', { kind: 'weekly', weekDay: 'friday', timeOfDay: '09:00' }, { kind: 'weekly', weekDay: 'monday', timeOfDay: '09:30' }, ['2026-03-13 09:00'], []],
  ['one that has not rung by the rule before stays', daily('09:00'), daily('09:30'), ['2026-03-13 08:00'], []],
  ['the only slot of its day takes it along', custom(['friday', '09:00'], ['saturday', '09:00']), custom(['friday', '08:00'], ['saturday', '10:00']), ['2026-03-13 09:00'], [['2026-03-13 09:00', '2026-03-13 08:00']]],
  ['with several slots that day nobody can say which it was', custom(['friday', '09:00'], ['friday', '18:00']), custom(['friday', '09:30'], ['friday', '18:00']), ['2026-03-13 09:00'], []],
  ['nor with one more afterwards', custom(['friday', '09:00']), custom(['friday', '09:30'], ['friday', '18:00']), ['2026-03-13 09:00'], []],
  ['where its new time is changed already it stays', daily('09:00'), daily('09:30'), ['2026-03-13 09:00', '2026-03-13 09:30'], []],
  ['out of the gap of a spring night', daily('02:30'), daily('09:30'), ['2026-10-04 03:30'], [['2026-10-04 03:30', '2026-10-04 09:30']]],
  ['into the gap of a spring night', daily('09:30'), daily('02:30'), ['2026-10-04 09:30'], [['2026-10-04 09:30', '2026-10-04 03:30']]],
  ['past ones stay', daily('09:00'), daily('09:30'), ['2026-03-10 09:00', '2026-03-11 09:00'], [['2026-03-11 09:00', '2026-03-11 09:30']]],
])('a changed occurrence in an edited schedule: %s', ([, before, after, changed, keys]) => {
  const zone = 'Australia/Sydney'
  const edit = { before: { rule: before, zone, changed: new Set(changed) }, after: { rule: after, zone } }
  // 9:00 on 10 March in Sydney.
  expect([...changedKeysAfter(edit, at('2026-03-09T22:00:00Z'))]).toEqual(keys)
})
