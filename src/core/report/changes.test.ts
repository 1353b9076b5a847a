import { expect, test } from 'vitest'
import { type RealChange, simulatedLife } from '#test/simulated-life.ts'
import { dayPlus } from '../away/away-period.ts'
import { type ChangeKind, changesIn } from './changes.ts'
import { median, medianDeviation } from './usual.ts'
import { type ReportedWeek, weeksBefore } from './weeks.ts'

const LIVES = 40
/** Weeks that are read for a report. */
const WEEKS = 13
const FROM = '2025-06-01'
/** While the same misses are still among the days that are compared, a sentence that comes again is the same one. */
const SAME_NEWS_DAYS = 14

const week: ReportedWeek = {
  from: '2026-03-02',
  until: '2026-03-08',
  rung: 14,
  firstRing: 13,
  answered: 14,
  seconds: 12,
  timed: 14,
  doses: { taken: 14, later: 0, missed: 0 },
}
const sentences = (thisWeek: Partial<ReportedWeek>, before: readonly Partial<ReportedWeek>[] = Array(12).fill({})) =>
  changesIn([thisWeek, ...before].map((changed) => ({ ...week, ...changed }))).map(({ sentence }) => sentence)

test('the middle value, and the middle of the distances from it', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([1, 2, 4, 9])).toBe(3)
  expect(medianDeviation([10, 12, 11, 40, 9])).toBe(1)
  expect(() => median([])).toThrow(RangeError)
})

test('a time that is far from usual is named with what is usual', () => {
  expect(sentences({ seconds: 40 })).toEqual([
    'More time from the ring to the answer. Usually 12 seconds; this week 40. That’s a larger change than usual.',
  ])
  expect(sentences({ seconds: 12 }, Array(12).fill({ seconds: 40 }))).toEqual([
    'Less time from the ring to the answer. Usually 40 seconds; this week 12. That’s a larger change than usual.',
  ])
})

test('counts are named as counts of the days that are compared', () => {
  expect(sentences({ firstRing: 5 })).toEqual([
    'Calls answered at the first ring. Usually 13 of 14; this week 5. That’s a larger change than usual.',
  ])
  expect(sentences({ doses: { taken: 9, later: 0, missed: 5 } })).toEqual([
    'Doses missed. Usually none of 14; this week 5. That’s a larger change than usual.',
  ])
})

test('doses that are missed more often show in two weeks where one is too short', () => {
  const doses = (missed: number) => ({ doses: { taken: 7 - missed, later: 0, missed } })
  const before = Array.from({ length: 11 }, (_, ago) => doses(ago % 2))
  expect(sentences(doses(2), [doses(3), ...before])).toEqual([
    'Doses missed. Usually none of 14; these two weeks 5. That’s a larger change than usual.',
  ])
  expect(sentences(doses(2), [doses(0), ...before])).toEqual([])
})

test('weeks that differ anyway need a larger change, and one odd week changes nothing', () => {
  const unsteady = [8, 20, 30, 9, 16, 28, 11, 25, 14, 33, 10, 22].map((seconds) => ({ seconds }))
  expect(sentences({ seconds: 40 }, unsteady)).toEqual([])
  expect(sentences({ seconds: 40 }, [{ seconds: 90 }, ...Array(11).fill({})])).toHaveLength(1)
})

test('six weeks with enough calls are needed, before this one', () => {
  expect(sentences({ seconds: 40 }, Array(5).fill({}))).toEqual([])
  expect(sentences({ seconds: 40 }, Array(6).fill({}))).toHaveLength(1)
  expect(sentences({ seconds: 40 }, Array(12).fill({ timed: 3 }))).toEqual([])
  expect(sentences({ seconds: 40, timed: 3 })).toEqual([])
})

test('a year of ordinary life has at most one sentence in sixty days, and most lives far fewer', {
  timeout: 60_000,
}, () => {
  const counts = Array.from({ length: LIVES }, (_, life) => newsInAYear(life + 1))
  expect(Math.max(...counts)).toBeLessThanOrEqual(365 / 60)
  expect(counts.reduce((sum, count) => sum + count, 0) / LIVES).toBeLessThan(365 / 150)
})

test.each<{ what: string; kind: ChangeKind; doses: number; change: Omit<RealChange, 'from'>; atLeast: number }>([
  { what: 'answering takes three times as long', kind: 'seconds', doses: 1, change: { slower: 3 }, atLeast: 0.99 },
  {
    what: 'one dose in three is missed, of two a day',
    kind: 'doses',
    doses: 2,
    change: { dosesMissed: 3 },
    atLeast: 0.85,
  },
  {
    what: 'one dose in three is missed, of one a day',
    kind: 'doses',
    doses: 1,
    change: { dosesMissed: 3 },
    atLeast: 0.7,
  },
])('within two weeks it shows that $what', { timeout: 60_000 }, ({ kind, doses, change, atLeast }) => {
  const from = dayPlus(FROM, 120)
  const seen = Array.from({ length: 100 }, (_, life) => {
    const calls = simulatedLife(life + 1001, { from: FROM, days: 140, doses, change: { from, ...change } })
    return Array.from({ length: 14 }, (_, day) => dayPlus(from, day + 1)).some((today) =>
      changesIn(weeksBefore(calls, today, WEEKS)).some((found) => found.kind === kind),
    )
  })
  expect(seen.filter(Boolean).length / seen.length).toBeGreaterThanOrEqual(atLeast)
})

/** How many sentences somebody reads in a year who looks each day. */
function newsInAYear(seed: number): number {
  const calls = simulatedLife(seed, { from: FROM, days: 7 * WEEKS + 365 })
  const perDay = calls.length / (7 * WEEKS + 365)
  const last = new Map<ChangeKind, number>()
  let news = 0
  for (let day = 0; day < 365; day += 1) {
    const read = calls.slice(perDay * day, perDay * (day + 7 * WEEKS))
    for (const { kind } of changesIn(weeksBefore(read, dayPlus(FROM, 7 * WEEKS + day), WEEKS))) {
      const before = last.get(kind)
      if (before === undefined || day - before > SAME_NEWS_DAYS) news += 1
      last.set(kind, day)
    }
  }
  return news
}
