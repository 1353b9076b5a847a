import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allRings, DAY_MS, wallReadings } from '#test/slow-rings.ts'
import { firstOccurrence, nextOccurrence, upcomingOccurrences } from './next-occurrence.ts'
import { type Recurrence, WEEK_DAYS } from './recurrence.ts'
import { toWallClock } from './wall-clock.ts'

/** Zones with the year to check: the eleven offered ones, then the oddest clocks of the world. */
const ZONES: [zone: string, year: number][] = [
  ['Australia/Sydney', 2026],
  ['Australia/Brisbane', 2026],
  ['Australia/Adelaide', 2026],
  ['Australia/Darwin', 2026],
  ['Australia/Perth', 2026],
  ['Australia/Hobart', 2028],
  ['Australia/Melbourne', 2027],
  ['Australia/ACT', 2026],
  ['Australia/Canberra', 2024],
  ['Australia/Eucla', 2026],
  ['Australia/Lord_Howe', 2026],
  ['Pacific/Chatham', 2026],
  ['Europe/Dublin', 2026],
  ['Africa/Casablanca', 2026],
  ['Antarctica/Troll', 2026],
  ['Africa/Cairo', 2026],
  ['Asia/Beirut', 2026],
  ['America/Santiago', 2026],
  ['America/Scoresbysund', 2024],
  ['America/Sao_Paulo', 2018],
  ['Pacific/Apia', 2011],
  ['Pacific/Kwajalein', 1993],
  ['Australia/Sydney', 2045],
  ['Australia/Lord_Howe', 2060],
  ['Africa/Casablanca', 2030],
]

const pad = (value: number) => String(value).padStart(2, '0')
const timeOfDay = fc
  .oneof(
    fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })),
    // The hours in which clocks change, more often than chance would pick them.
    fc.tuple(fc.constantFrom(0, 1, 2, 3, 23), fc.constantFrom(0, 15, 30, 45, 59)),
  )
  .map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`)
const weekDay = fc.constantFrom(...WEEK_DAYS)
const rule: fc.Arbitrary<Recurrence> = fc.oneof(
  fc.record({ kind: fc.constantFrom('daily', 'weekdays', 'weekends'), timeOfDay }),
  fc.record({ kind: fc.constant('weekly' as const), timeOfDay, weekDay }),
  fc.record({ kind: fc.constant('monthly' as const), timeOfDay, dayOfMonth: fc.integer({ min: 1, max: 31 }) }),
  fc.record({
    kind: fc.constant('custom' as const),
    slots: fc.array(fc.record({ weekDay, timeOfDay }), { minLength: 1, maxLength: 6 }),
  }),
)

const timesOf = (of: Recurrence) =>
  of.kind === 'once' ? [] : of.kind === 'custom' ? of.slots.map((slot) => slot.timeOfDay) : [of.timeOfDay]

describe.for(ZONES)('in %s (%i)', ([zone, year]) => {
  const readings = wallReadings(zone, year)
  // Leaves room at both ends: a monthly rule needs 31 days to ring again, a gap needs one day back.
  const instant = fc
    .integer({ min: readings.fromMs + 2 * DAY_MS, max: readings.toMs - 40 * DAY_MS })
    .map((ms) => new Date(ms))

  test('the rings are exactly those that a search through every minute finds', () => {
    fc.assert(
      fc.property(rule, instant, (rule, after) => {
        const rings = allRings(rule, readings)
        const from = rings.findIndex((ms) => ms > after.getTime())
        const until = rings.findLastIndex((ms) => ms < readings.toMs - 2 * DAY_MS) + 1
        const expected = rings.slice(from, Math.min(until, from + 40))
        const found = upcomingOccurrences(rule, after, zone, expected.length)
        expect(found.map((date) => date.toISOString())).toEqual(expected.map((ms) => new Date(ms).toISOString()))
      }),
      { numRuns: 60 },
    )
  })

  test('rings are strictly increasing, and keep their wall-clock time wherever it exists', () => {
    fc.assert(
      fc.property(rule, instant, (rule, after) => {
        let last = after
        for (const ring of upcomingOccurrences(rule, after, zone, 20)) {
          if (ring.getTime() > readings.toMs) break
          expect(ring.getTime()).toBeGreaterThan(last.getTime())
          if (!readings.isJustAfterGap(ring)) expect(timesOf(rule)).toContain(toWallClock(ring, zone).timeOfDay)
          last = ring
        }
      }),
      { numRuns: 60 },
    )
  })

  test('the first occurrence is at or after the start, the first one there, and its own first occurrence', () => {
    fc.assert(
      fc.property(rule, instant, (rule, from) => {
        const first = firstOccurrence(rule, from, zone)
        expect(first.getTime()).toBeGreaterThanOrEqual(from.getTime())
        expect(firstOccurrence(rule, first, zone)).toEqual(first)
        expect(nextOccurrence(rule, new Date(from.getTime() - 1), zone)).toEqual(first)
      }),
      { numRuns: 60 },
    )
  })
})

test('a daily call rings on every single day of four years, leap day and clock changes included', () => {
  fc.assert(
    fc.property(timeOfDay, fc.constantFrom('Australia/Sydney', 'Australia/Lord_Howe'), (timeOfDay, zone) => {
      const rings = upcomingOccurrences({ kind: 'daily', timeOfDay }, new Date('2025-12-31T12:00Z'), zone, 1461)
      const dates = new Set(rings.map((ring) => toWallClock(ring, zone).date))
      expect(dates.size).toBe(1461)
    }),
    { numRuns: 10 },
  )
})
