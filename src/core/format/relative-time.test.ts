import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-03-10T10:24:00+11:00')

// biome-ignore format: a table is read in columns
test.for<[instant: string, words: string]>([
  ['2026-03-10T10:24:00+11:00', 'just now'],
  ['2026-03-10T10:23:00.001+11:00', 'just now'],
  ['2026-03-10T10:23:00+11:00', '1 minute ago'],
  ['2026-03-10T10:22:00+11:00', '2 minutes ago'],
  ['2026-03-10T09:24:01+11:00', '59 minutes ago'],
  ['2026-03-10T09:24:00+11:00', '1 hour ago'],
  ['2026-03-10T08:00:00+11:00', '2 hours ago'],
  ['2026-03-09T16:00:00+11:00', '18 hours ago'],
  ['2026-03-09T10:24:01+11:00', '23 hours ago'],
  ['2026-03-09T10:24:00+11:00', '1 day ago'],
  ['2026-03-08T11:00:00+11:00', '1 day ago'],
  ['2026-03-06T07:15:00+11:00', '4 days ago'],
  ['2026-03-03T10:24:01+11:00', '6 days ago'],
  ['2026-03-03T10:24:00+11:00', 'Mar 3, 2026'],
  ['2025-12-31T10:00:00+11:00', 'Dec 31, 2025'],
  ['2026-03-10T10:24:00.001+11:00', 'in a few seconds'],
  ['2026-03-10T10:24:59+11:00', 'in a few seconds'],
  ['2026-03-10T10:25:00+11:00', 'in 1 minute'],
  ['2026-03-10T11:00:00+11:00', 'in 36 minutes'],
  ['2026-03-10T11:24:00+11:00', 'in 1 hour'],
  ['2026-03-10T14:23:59+11:00', 'in 3 hours'],
  ['2026-03-10T14:24:00+11:00', 'Today'],
  ['2026-03-10T16:00:00+11:00', 'Today'],
  ['2026-03-10T23:59:00+11:00', 'Today'],
  ['2026-03-11T00:00:00+11:00', 'Tomorrow'],
  ['2026-03-11T23:59:00+11:00', 'Tomorrow'],
  ['2026-03-12T00:00:00+11:00', 'in 2 days'],
  ['2026-03-14T10:30:00+11:00', 'in 4 days'],
  ['2026-03-16T23:59:00+11:00', 'in 6 days'],
  ['2026-03-17T00:00:00+11:00', 'Mar 17, 2026'],
])('%s is "%s"', ([instant, words]) => {
  expect(relativeTime(new Date(instant), now, 'Australia/Sydney')).toBe(words)
})

test('close to midnight the hours are counted across it', () => {
  const lateEvening = new Date('2026-03-10T22:30+11:00')
  expect(relativeTime(new Date('2026-03-11T01:00+11:00'), lateEvening, 'Australia/Sydney')).toBe('in 2 hours')
  expect(relativeTime(new Date('2026-03-11T07:00+11:00'), lateEvening, 'Australia/Sydney')).toBe('Tomorrow')
})

test('which day is tomorrow depends on the zone', () => {
  const instant = new Date('2026-03-11T01:00+11:00')
  expect(relativeTime(instant, now, 'Australia/Sydney')).toBe('Tomorrow')
  expect(relativeTime(instant, now, 'Australia/Perth')).toBe('Today')
})
