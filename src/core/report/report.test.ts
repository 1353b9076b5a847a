import { expect, test } from 'vitest'
import { reportFigures } from './report.ts'
import type { ReportedCall } from './reported-call.ts'

const answered: ReportedCall = {
  day: '2026-03-09',
  callType: 'daily_check_in',
  end: 'answered',
  reason: null,
  slot: '09:00',
  tries: 1,
  answeredAtTry: 1,
  secondsToAnswer: 12,
  saidNotYet: false,
  saidYes: true,
}
const dose: ReportedCall = { ...answered, callType: 'medication_reminder', slot: '08:00' }
const missed = { end: 'not_answered', tries: 3, answeredAtTry: null, secondsToAnswer: null, saidYes: false } as const
const figures = (calls: ReportedCall[], days: 30 | 90 = 30) => reportFigures(calls, { today: '2026-03-10', days })

test('a report is about the days before today, and no longer', () => {
  const { from, until, rung } = figures([
    { ...answered, day: '2026-03-10' },
    { ...answered, day: '2026-02-08' },
    { ...answered, day: '2026-02-07' },
  ])
  expect([from, until, rung]).toEqual(['2026-02-08', '2026-03-09', 1])
})

test('calls are counted by the try at which they were answered', () => {
  const calls = [answered, answered, { ...answered, tries: 2, answeredAtTry: 2 }, { ...answered, ...missed }]
  const { rung, firstRing, laterRing, notAnswered, tries } = figures(calls)
  expect([rung, firstRing, laterRing, notAnswered]).toEqual([4, 2, 1, 1])
  expect(tries).toEqual([
    { tries: 1, calls: 2 },
    { tries: 2, calls: 1 },
  ])
})

test('what the family ended while it rang says nothing about how it was answered', () => {
  expect(figures([{ ...answered, ...missed, end: 'reached' }]).rung).toBe(0)
  expect(figures([{ ...dose, ...missed, end: 'cancelled' }]).doses[0]).toMatchObject({ missed: 0, unknown: 1 })
})

test('the seconds to an answer are the middle ones', () => {
  const of = (secondsToAnswer: number | null) => ({ ...answered, secondsToAnswer })
  expect(figures([of(10), of(300), of(14), of(null)]).seconds).toBe(14)
  expect(figures([of(null)]).seconds).toBeNull()
})

test('a dose is taken when the person says so, later after "not yet", and missed when nobody says so', () => {
  const { doses } = figures([
    dose,
    { ...dose, saidNotYet: true, tries: 2 },
    { ...dose, ...missed },
    { ...dose, ...missed, end: 'voicemail' },
    { ...dose, slot: '20:00' },
    { ...dose, slot: null },
  ])
  expect(doses).toEqual([
    { slot: '08:00', taken: 1, later: 1, missed: 2, unknown: 0 },
    { slot: '20:00', taken: 1, later: 0, missed: 0, unknown: 0 },
    { slot: null, taken: 1, later: 0, missed: 0, unknown: 0 },
  ])
})

test('a reminder that was answered with a call for help, and one that never rang, say nothing about the dose', () => {
  const { doses } = figures([
    { ...dose, saidYes: false },
    { ...dose, ...missed, end: 'not_made', tries: 0 },
    { ...dose, ...missed, end: 'away', tries: 0 },
  ])
  expect(doses).toEqual([{ slot: '08:00', taken: 0, later: 0, missed: 0, unknown: 3 }])
})

test('calls that were not placed are counted by their reason, the most frequent first', () => {
  const not = { ...answered, ...missed, tries: 0 }
  const { notPlaced, rung } = figures([
    { ...not, end: 'not_made', reason: 'Cooee wasn’t running.' },
    { ...not, end: 'away' },
    { ...not, end: 'away' },
    { ...not, end: 'not_wanted' },
  ])
  expect(rung).toBe(0)
  expect(notPlaced).toEqual([
    { why: 'Left out while away.', calls: 2 },
    { why: 'Cooee wasn’t running.', calls: 1 },
    { why: 'The phone wants no calls.', calls: 1 },
  ])
})

test('with too few weeks the report says so, and how many there are', () => {
  const { changes, tooLittle } = figures([answered])
  expect(changes).toEqual([])
  expect(tooLittle).toBe(
    'To say what is usual, we need 6 weeks with calls before this one. There are no such weeks yet.',
  )
})
