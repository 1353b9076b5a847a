import { describe, expect, test } from 'vitest'
import { firstOccurrence, nextOccurrence, upcomingOccurrences } from './next-occurrence.ts'
import type { Recurrence } from './recurrence.ts'

const at = (iso: string) => new Date(iso)

test('a 9:00 call stays at 9:00 on the wall when daylight saving ends', () => {
  const next = nextOccurrence({ kind: 'daily', timeOfDay: '09:00' }, at('2026-04-04T09:00+11:00'), 'Australia/Sydney')
  expect(next).toEqual(at('2026-04-05T09:00+10:00'))
})

test('two custom times that a gap moves onto each other are one ring', () => {
  const rule: Recurrence = {
    kind: 'custom',
    slots: [
      { weekDay: 'sunday', timeOfDay: '02:30' },
      { weekDay: 'sunday', timeOfDay: '03:30' },
    ],
  }
  expect(upcomingOccurrences(rule, at('2026-10-04T00:00+10:00'), 'Australia/Sydney', 2)).toEqual([
    at('2026-10-04T03:30+11:00'),
    at('2026-10-11T02:30+11:00'),
  ])
})

describe('a start that does not fit its own pattern', () => {
  test('weekdays on a Saturday begin on Monday', () => {
    const rule: Recurrence = { kind: 'weekdays', timeOfDay: '09:00' }
    expect(firstOccurrence(rule, at('2026-03-14T09:00+11:00'), 'Australia/Sydney')).toEqual(
      at('2026-03-16T09:00+11:00'),
    )
  })
})
