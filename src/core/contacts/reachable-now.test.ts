import { expect, test } from 'vitest'
import { type Availability, isReachableAt } from './reachable-now.ts'

const always: Availability = { days: [], from: null, to: null, zone: 'Australia/Sydney', awayUntil: null }
const at = (instant: string, changes: Partial<Availability>) =>
  isReachableAt({ ...always, ...changes }, new Date(instant))

test('a contact who has given no hours can be reached at any hour', () => {
  expect(at('2026-03-10T03:00:00+11:00', {})).toBe(true)
})

test('hours count on the clock of the zone that somebody has given, from the first minute to before the last', () => {
  const hours = { from: '08:00', to: '17:30' }
  expect(at('2026-03-10T07:59:00+11:00', hours)).toBe(false)
  expect(at('2026-03-10T08:00:00+11:00', hours)).toBe(true)
  expect(at('2026-03-10T17:30:00+11:00', hours)).toBe(false)
  expect(at('2026-03-10T08:00:00+11:00', { ...hours, zone: 'Australia/Perth' }), 'it is 5:00 in Perth').toBe(false)
})

test('days count beside hours', () => {
  const weekdays = { days: ['monday', 'tuesday'] as const }
  expect(at('2026-03-10T12:00:00+11:00', weekdays), 'a Tuesday').toBe(true)
  expect(at('2026-03-11T12:00:00+11:00', weekdays)).toBe(false)
})

test('a window over midnight belongs to the day on which it begins', () => {
  const nights = { days: ['friday'] as const, from: '22:00', to: '06:00' }
  expect(at('2026-03-13T23:00:00+11:00', nights), 'Friday night').toBe(true)
  expect(at('2026-03-14T05:59:00+11:00', nights), 'Saturday morning').toBe(true)
  expect(at('2026-03-14T06:00:00+11:00', nights)).toBe(false)
  expect(at('2026-03-13T05:00:00+11:00', nights), 'Friday morning belongs to Thursday').toBe(false)
})

test('a contact who is away can be reached again from the first minute of the day that they gave', () => {
  const away = { awayUntil: '2026-03-12' }
  expect(at('2026-03-11T23:59:00+11:00', away)).toBe(false)
  expect(at('2026-03-12T00:00:00+11:00', away)).toBe(true)
})

test.each([
  ['the spring gap', '2026-10-03T21:00:00Z', '2026-10-03T20:59:00Z'],
  ['the autumn hour that comes twice', '2026-04-04T22:00:00Z', '2026-04-04T21:59:00Z'],
])('hours stay on the wall through %s', (_, eight, before) => {
  // 8:00 in Sydney on the Sunday whose night changed the clocks.
  expect(at(eight, { from: '08:00', to: '20:00' })).toBe(true)
  expect(at(before, { from: '08:00', to: '20:00' })).toBe(false)
})

test('the hour that comes twice is reachable both times, and the hour that never comes does no harm', () => {
  const night = { from: '02:00', to: '03:00' }
  expect(at('2026-04-04T15:30:00Z', night), '2:30 the first time').toBe(true)
  expect(at('2026-04-04T16:30:00Z', night), '2:30 the second time').toBe(true)
  expect(at('2026-10-03T16:00:00Z', night), 'from 1:59 to 3:00').toBe(false)
})
