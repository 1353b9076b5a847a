import { expect, test } from 'vitest'
import { inAnotherZone } from './in-another-zone.ts'

const NINE = { kind: 'daily', timeOfDay: '09:00' } as const
const HALF_PAST_TWO = { kind: 'daily', timeOfDay: '02:30' } as const

test.each([
  ['Australia/Sydney', 'Australia/Perth', '2026-03-10T09:00:00+11:00', '2026-03-10T09:00:00+08:00'],
  ['Australia/Perth', 'Australia/Sydney', '2026-03-10T09:00:00+08:00', '2026-03-10T09:00:00+11:00'],
  ['Australia/Eucla', 'Australia/Lord_Howe', '2026-07-01T09:00:00+08:45', '2026-07-01T09:00:00+10:30'],
])('nine on the wall in %s is nine on the wall in %s', (previousZone, zone, instant, expected) => {
  expect(inAnotherZone(NINE, new Date(instant), previousZone, zone)).toEqual(new Date(expected))
})

test('a time that the spring gap had moved rings at its own time in a zone without the gap, and back', () => {
  const moved = new Date('2026-10-04T03:30:00+11:00')
  const own = new Date('2026-10-04T02:30:00+10:00')
  expect(inAnotherZone(HALF_PAST_TWO, moved, 'Australia/Sydney', 'Australia/Brisbane')).toEqual(own)
  expect(inAnotherZone(HALF_PAST_TWO, own, 'Australia/Brisbane', 'Australia/Sydney')).toEqual(moved)
})

test('an instant that the rule does not ring at keeps what the wall shows', () => {
  const wall = new Date('2026-03-10T10:17:00+11:00')
  expect(inAnotherZone(NINE, wall, 'Australia/Sydney', 'Australia/Brisbane')).toEqual(
    new Date('2026-03-10T10:17:00+10:00'),
  )
})
