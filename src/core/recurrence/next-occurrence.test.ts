import { describe, expect, test } from 'vitest'
import { firstOccurrence, nextOccurrence, upcomingOccurrences } from './next-occurrence.ts'
import type { Recurrence, WeekDay } from './recurrence.ts'

const at = (iso: string) => new Date(iso)
const daily = (timeOfDay: string): Recurrence => ({ kind: 'daily', timeOfDay })
const weekdays = (timeOfDay: string): Recurrence => ({ kind: 'weekdays', timeOfDay })
const weekends = (timeOfDay: string): Recurrence => ({ kind: 'weekends', timeOfDay })
const weekly = (weekDay: WeekDay, timeOfDay: string): Recurrence => ({ kind: 'weekly', weekDay, timeOfDay })
const monthly = (dayOfMonth: number, timeOfDay: string): Recurrence => ({ kind: 'monthly', dayOfMonth, timeOfDay })
const custom = (...slots: [WeekDay, string][]): Recurrence => ({
  kind: 'custom',
  slots: slots.map(([weekDay, timeOfDay]) => ({ weekDay, timeOfDay })),
})

type Row = [what: string, zone: string, rule: Recurrence, after: string, next: string]

/** Checked by hand against a printed calendar and the zone database; the offsets show what the wall shows. */
function table(title: string, rows: Row[]) {
  describe(title, () => {
    test.for(rows)('%s', ([, zone, rule, after, next]) => {
      expect(nextOccurrence(rule, at(after), zone)?.toISOString()).toBe(at(next).toISOString())
    })
  })
}

test('a 9:00 call stays at 9:00 on the wall when daylight saving ends', () => {
  const next = nextOccurrence(daily('09:00'), at('2026-04-04T09:00+11:00'), 'Australia/Sydney')
  expect(next).toEqual(at('2026-04-05T09:00+10:00'))
})

// biome-ignore format: a table is read in columns
table('every kind of rule, on an ordinary day in Sydney (Mar 10, 2026 is a Tuesday)', [
  ['daily rings later today', 'Australia/Sydney', daily('09:00'), '2026-03-10T08:59:59.999+11:00', '2026-03-10T09:00+11:00'],
  ['daily at the very instant means tomorrow', 'Australia/Sydney', daily('09:00'), '2026-03-10T09:00+11:00', '2026-03-11T09:00+11:00'],
  ['daily at midnight', 'Australia/Sydney', daily('00:00'), '2026-03-10T00:00+11:00', '2026-03-11T00:00+11:00'],
  ['daily at the last minute', 'Australia/Sydney', daily('23:59'), '2026-03-10T23:58+11:00', '2026-03-10T23:59+11:00'],
  ['daily over the end of a year', 'Australia/Sydney', daily('07:15'), '2026-12-31T07:15+11:00', '2027-01-01T07:15+11:00'],
  ['weekdays go on from Thursday to Friday', 'Australia/Sydney', weekdays('09:00'), '2026-03-12T09:00+11:00', '2026-03-13T09:00+11:00'],
  ['weekdays leave the weekend out', 'Australia/Sydney', weekdays('09:00'), '2026-03-13T09:00+11:00', '2026-03-16T09:00+11:00'],
  ['weekdays asked on a Sunday', 'Australia/Sydney', weekdays('09:00'), '2026-03-15T12:00+11:00', '2026-03-16T09:00+11:00'],
  ['weekends wait for Saturday', 'Australia/Sydney', weekends('10:30'), '2026-03-10T10:00+11:00', '2026-03-14T10:30+11:00'],
  ['weekends go on to Sunday', 'Australia/Sydney', weekends('10:30'), '2026-03-14T10:30+11:00', '2026-03-15T10:30+11:00'],
  ['weekends wait a week after Sunday', 'Australia/Sydney', weekends('10:30'), '2026-03-15T10:30+11:00', '2026-03-21T10:30+11:00'],
  ['weekly later the same day', 'Australia/Sydney', weekly('tuesday', '18:00'), '2026-03-10T09:00+11:00', '2026-03-10T18:00+11:00'],
  ['weekly the week after', 'Australia/Sydney', weekly('tuesday', '18:00'), '2026-03-10T18:00+11:00', '2026-03-17T18:00+11:00'],
  ['weekly on the day before', 'Australia/Sydney', weekly('monday', '09:00'), '2026-03-10T00:00+11:00', '2026-03-16T09:00+11:00'],
  ['monthly this month', 'Australia/Sydney', monthly(15, '09:00'), '2026-03-10T09:00+11:00', '2026-03-15T09:00+11:00'],
  ['monthly next month', 'Australia/Sydney', monthly(1, '09:00'), '2026-03-01T09:00+11:00', '2026-04-01T09:00+11:00'],
  ['monthly over the end of a year', 'Australia/Sydney', monthly(5, '09:00'), '2026-12-05T09:00+11:00', '2027-01-05T09:00+11:00'],
  ['custom goes on to its next slot the same day', 'Australia/Sydney', custom(['tuesday', '18:00'], ['tuesday', '09:00']), '2026-03-10T09:00+11:00', '2026-03-10T18:00+11:00'],
  ['custom goes on to its next day', 'Australia/Sydney', custom(['monday', '09:00'], ['thursday', '14:00']), '2026-03-10T09:00+11:00', '2026-03-12T14:00+11:00'],
  ['custom comes round after a week', 'Australia/Sydney', custom(['tuesday', '09:00']), '2026-03-10T09:00+11:00', '2026-03-17T09:00+11:00'],
])

// biome-ignore format: a table is read in columns
table('the ends of months and leap years', [
  ['the 31st after January is February 28', 'Australia/Sydney', monthly(31, '09:00'), '2026-01-31T09:00+11:00', '2026-02-28T09:00+11:00'],
  ['and returns to its own day in March', 'Australia/Sydney', monthly(31, '09:00'), '2026-02-28T09:00+11:00', '2026-03-31T09:00+11:00'],
  ['the 31st in April is the 30th', 'Australia/Sydney', monthly(31, '09:00'), '2026-03-31T09:00+11:00', '2026-04-30T09:00+10:00'],
  ['the 30th after January is February 28', 'Australia/Brisbane', monthly(30, '09:00'), '2026-01-30T09:00+10:00', '2026-02-28T09:00+10:00'],
  ['the 30th in March is not its last day', 'Australia/Brisbane', monthly(30, '09:00'), '2026-02-28T09:00+10:00', '2026-03-30T09:00+10:00'],
  ['the 29th in a common year is February 28', 'Australia/Brisbane', monthly(29, '09:00'), '2027-01-29T09:00+10:00', '2027-02-28T09:00+10:00'],
  ['the 29th in a leap year is February 29', 'Australia/Brisbane', monthly(29, '09:00'), '2028-01-29T09:00+10:00', '2028-02-29T09:00+10:00'],
  ['the 31st in a leap year is February 29', 'Australia/Brisbane', monthly(31, '09:00'), '2028-01-31T09:00+10:00', '2028-02-29T09:00+10:00'],
  ['the 28th rings on February 28 of a leap year', 'Australia/Brisbane', monthly(28, '09:00'), '2028-02-01T09:00+10:00', '2028-02-28T09:00+10:00'],
  ['2000 was a leap year', 'Australia/Brisbane', monthly(31, '09:00'), '2000-01-31T09:00+10:00', '2000-02-29T09:00+10:00'],
  ['2100 is not a leap year', 'Australia/Brisbane', monthly(31, '09:00'), '2100-01-31T09:00+10:00', '2100-02-28T09:00+10:00'],
  ['daily over February 29', 'Australia/Brisbane', daily('09:00'), '2028-02-28T09:00+10:00', '2028-02-29T09:00+10:00'],
  ['daily from February 28 to March 1', 'Australia/Brisbane', daily('09:00'), '2026-02-28T09:00+10:00', '2026-03-01T09:00+10:00'],
])

// biome-ignore format: a table is read in columns
table('every zone a loved one may live in', [
  ['Sydney goes to daylight saving', 'Australia/Sydney', daily('09:00'), '2026-10-03T09:00+10:00', '2026-10-04T09:00+11:00'],
  ['Melbourne goes to daylight saving', 'Australia/Melbourne', daily('09:00'), '2026-10-03T09:00+10:00', '2026-10-04T09:00+11:00'],
  ['Hobart returns to standard time', 'Australia/Hobart', daily('09:00'), '2026-04-04T09:00+11:00', '2026-04-05T09:00+10:00'],
  ['ACT returns to standard time', 'Australia/ACT', weekends('09:00'), '2026-04-04T09:00+11:00', '2026-04-05T09:00+10:00'],
  ['Canberra goes to daylight saving', 'Australia/Canberra', weekdays('09:00'), '2026-10-02T09:00+10:00', '2026-10-05T09:00+11:00'],
  ['Adelaide goes from +9:30 to +10:30', 'Australia/Adelaide', daily('09:00'), '2026-10-03T09:00+09:30', '2026-10-04T09:00+10:30'],
  ['Adelaide comes back', 'Australia/Adelaide', weekly('monday', '09:00'), '2026-03-30T09:00+10:30', '2026-04-06T09:00+09:30'],
  ['Brisbane has no daylight saving', 'Australia/Brisbane', daily('09:00'), '2026-10-03T09:00+10:00', '2026-10-04T09:00+10:00'],
  ['Darwin has no daylight saving', 'Australia/Darwin', daily('09:00'), '2026-10-03T09:00+09:30', '2026-10-04T09:00+09:30'],
  ['Perth has no daylight saving', 'Australia/Perth', daily('09:00'), '2026-10-03T09:00+08:00', '2026-10-04T09:00+08:00'],
  ['Eucla is +8:45 all year', 'Australia/Eucla', daily('09:00'), '2026-10-03T09:00+08:45', '2026-10-04T09:00+08:45'],
  ['Lord Howe shifts by half an hour', 'Australia/Lord_Howe', daily('09:00'), '2026-10-03T09:00+10:30', '2026-10-04T09:00+11:00'],
  ['Lord Howe shifts back', 'Australia/Lord_Howe', daily('09:00'), '2026-04-04T09:00+11:00', '2026-04-05T09:00+10:30'],
])

// biome-ignore format: a table is read in columns
table('times inside a spring gap move forward by its length', [
  ['02:30 in Sydney rings at 03:30', 'Australia/Sydney', daily('02:30'), '2026-10-03T02:30+10:00', '2026-10-04T03:30+11:00'],
  ['and is back at 02:30 the day after', 'Australia/Sydney', daily('02:30'), '2026-10-04T03:30+11:00', '2026-10-05T02:30+11:00'],
  ['02:00 itself is inside the gap', 'Australia/Sydney', daily('02:00'), '2026-10-03T02:00+10:00', '2026-10-04T03:00+11:00'],
  ['03:00 is not', 'Australia/Sydney', daily('03:00'), '2026-10-03T03:00+10:00', '2026-10-04T03:00+11:00'],
  ['01:59 is not', 'Australia/Sydney', daily('01:59'), '2026-10-03T02:00+10:00', '2026-10-04T01:59+10:00'],
  ['02:15 on Lord Howe rings at 02:45', 'Australia/Lord_Howe', daily('02:15'), '2026-10-03T02:15+10:30', '2026-10-04T02:45+11:00'],
  ['02:30 on Lord Howe exists', 'Australia/Lord_Howe', daily('02:30'), '2026-10-03T02:30+10:30', '2026-10-04T02:30+11:00'],
  ['02:30 in Adelaide rings at 03:30', 'Australia/Adelaide', weekly('sunday', '02:30'), '2026-09-27T02:30+09:30', '2026-10-04T03:30+10:30'],
  ['monthly on the day of the gap', 'Australia/Hobart', monthly(4, '02:30'), '2026-09-04T02:30+10:00', '2026-10-04T03:30+11:00'],
  ['the shifted time rings after a later one', 'Australia/Sydney', custom(['sunday', '02:30'], ['sunday', '03:10']), '2026-10-04T01:00+10:00', '2026-10-04T03:10+11:00'],
  ['and is not lost behind it', 'Australia/Sydney', custom(['sunday', '02:30'], ['sunday', '03:10']), '2026-10-04T03:10+11:00', '2026-10-04T03:30+11:00'],
  ['01:30 in Dublin, whose winter is the exception', 'Europe/Dublin', daily('01:30'), '2026-03-28T01:30+00:00', '2026-03-29T02:30+01:00'],
  ['Troll jumps two hours: 01:30 rings at 03:30', 'Antarctica/Troll', daily('01:30'), '2026-03-28T01:30+00:00', '2026-03-29T03:30+02:00'],
  ['midnight is missing in Sao Paulo', 'America/Sao_Paulo', daily('00:00'), '2018-11-03T00:00-03:00', '2018-11-04T01:00-02:00'],
  ['midnight is missing in Beirut', 'Asia/Beirut', daily('00:30'), '2026-03-28T00:30+02:00', '2026-03-29T01:30+03:00'],
  ['midnight is missing in Cairo', 'Africa/Cairo', weekly('friday', '00:00'), '2026-04-17T00:00+02:00', '2026-04-24T01:00+03:00'],
  ['02:30 in Casablanca after Ramadan', 'Africa/Casablanca', daily('02:30'), '2026-03-21T02:30+00:00', '2026-03-22T03:30+01:00'],
])

// biome-ignore format: a table is read in columns
table('times that an autumn shows twice ring once, the first time', [
  ['02:30 in Sydney is the earlier one', 'Australia/Sydney', daily('02:30'), '2026-04-04T02:30+11:00', '2026-04-05T02:30+11:00'],
  ['and not again an hour later', 'Australia/Sydney', daily('02:30'), '2026-04-05T02:30+11:00', '2026-04-06T02:30+10:00'],
  ['asked between the two', 'Australia/Sydney', daily('02:30'), '2026-04-05T02:10+10:00', '2026-04-06T02:30+10:00'],
  ['asked at the very instant the clock goes back', 'Antarctica/Macquarie', daily('02:30'), '2026-04-05T02:00+10:00', '2026-04-06T02:30+10:00'],
  ['01:45 on Lord Howe', 'Australia/Lord_Howe', daily('01:45'), '2026-04-04T01:45+11:00', '2026-04-05T01:45+11:00'],
  ['and not again half an hour later', 'Australia/Lord_Howe', daily('01:45'), '2026-04-05T01:45+11:00', '2026-04-06T01:45+10:30'],
  ['01:30 in Dublin', 'Europe/Dublin', daily('01:30'), '2026-10-25T01:30+01:00', '2026-10-26T01:30+00:00'],
  ['two slots in the hour keep their order', 'Australia/Sydney', custom(['sunday', '02:10'], ['sunday', '02:50']), '2026-04-05T02:10+11:00', '2026-04-05T02:50+11:00'],
  ['23:30 before a midnight that comes twice', 'America/Sao_Paulo', daily('23:30'), '2018-02-17T23:30-02:00', '2018-02-18T23:30-03:00'],
  ['02:30 in Casablanca before Ramadan', 'Africa/Casablanca', daily('02:30'), '2026-02-14T02:30+01:00', '2026-02-15T02:30+01:00'],
])

// biome-ignore format: a table is read in columns
table('a day that a zone left out (Apia had no Dec 30, 2011, a Friday; Kwajalein no Aug 21, 1993, a Saturday)', [
  ['daily rings once for the two days', 'Pacific/Apia', daily('09:00'), '2011-12-29T09:00-10:00', '2011-12-31T09:00+14:00'],
  ['and then goes on', 'Pacific/Apia', daily('09:00'), '2011-12-31T09:00+14:00', '2012-01-01T09:00+14:00'],
  ['weekdays ring on the Saturday instead', 'Pacific/Apia', weekdays('09:00'), '2011-12-29T09:00-10:00', '2011-12-31T09:00+14:00'],
  ['the Friday call is not lost', 'Pacific/Apia', weekly('friday', '09:00'), '2011-12-23T09:00-10:00', '2011-12-31T09:00+14:00'],
  ['asked on the day after, before it rings', 'Pacific/Apia', weekly('friday', '23:00'), '2011-12-31T10:00+14:00', '2011-12-31T23:00+14:00'],
  ['the 30th is not lost', 'Pacific/Apia', monthly(30, '09:00'), '2011-11-30T09:00-10:00', '2011-12-31T09:00+14:00'],
  ['a moved evening call rings after the morning one', 'Pacific/Apia', custom(['friday', '23:00'], ['saturday', '09:00']), '2011-12-29T12:00-10:00', '2011-12-31T09:00+14:00'],
  ['and after it, not never', 'Pacific/Apia', custom(['friday', '23:00'], ['saturday', '09:00']), '2011-12-31T09:00+14:00', '2011-12-31T23:00+14:00'],
  ['Kwajalein daily', 'Pacific/Kwajalein', daily('09:00'), '1993-08-20T09:00-12:00', '1993-08-22T09:00+12:00'],
  ['Kwajalein weekends ring once', 'Pacific/Kwajalein', weekends('09:00'), '1993-08-15T09:00-12:00', '1993-08-22T09:00+12:00'],
])

test('two custom times that a gap moves onto each other are one ring', () => {
  const rule = custom(['sunday', '02:30'], ['sunday', '03:30'])
  expect(upcomingOccurrences(rule, at('2026-10-04T00:00+10:00'), 'Australia/Sydney', 2)).toEqual([
    at('2026-10-04T03:30+11:00'),
    at('2026-10-11T02:30+11:00'),
  ])
})

test('a slot given twice rings once', () => {
  const rule = custom(['monday', '09:00'], ['monday', '09:00'])
  expect(upcomingOccurrences(rule, at('2026-03-10T00:00+11:00'), 'Australia/Sydney', 2)).toEqual([
    at('2026-03-16T09:00+11:00'),
    at('2026-03-23T09:00+11:00'),
  ])
})

test('a rule that never rings again has no next occurrence', () => {
  expect(nextOccurrence({ kind: 'once' }, at('2026-03-10T00:00Z'), 'Australia/Sydney')).toBeNull()
  expect(nextOccurrence(custom(), at('2026-03-10T00:00Z'), 'Australia/Sydney')).toBeNull()
  expect(upcomingOccurrences({ kind: 'once' }, at('2026-03-10T00:00Z'), 'Australia/Sydney', 3)).toEqual([])
  expect(() => firstOccurrence(custom(), at('2026-03-10T00:00Z'), 'Australia/Sydney')).toThrow(RangeError)
})

test('a zone or a time of day that does not exist is refused, not guessed', () => {
  expect(() => nextOccurrence(daily('09:00'), at('2026-03-10T00:00Z'), 'Australia/Sidney')).toThrow(RangeError)
  expect(() => nextOccurrence(daily('24:00'), at('2026-03-10T00:00Z'), 'Australia/Sydney')).toThrow(RangeError)
  expect(() => nextOccurrence(daily('9:00'), at('2026-03-10T00:00Z'), 'Australia/Sydney')).toThrow(RangeError)
})

describe('a start that does not fit its own pattern means the first fitting time at or after it', () => {
  // biome-ignore format: a table is read in columns
  test.for<[what: string, rule: Recurrence, from: string, first: string]>([
    ['once is the start itself', { kind: 'once' }, '2026-03-14T09:07:30+11:00', '2026-03-14T09:07:30+11:00'],
    ['a start that fits is the first call', weekdays('09:00'), '2026-03-13T09:00+11:00', '2026-03-13T09:00+11:00'],
    ['weekdays on a Saturday begin on Monday', weekdays('09:00'), '2026-03-14T09:00+11:00', '2026-03-16T09:00+11:00'],
    ['weekends on a Monday begin on Saturday', weekends('09:00'), '2026-03-16T09:00+11:00', '2026-03-21T09:00+11:00'],
    ['custom on another day begins on its own', custom(['thursday', '14:00']), '2026-03-14T09:00+11:00', '2026-03-19T14:00+11:00'],
    ['custom earlier the same day waits for its slot', custom(['saturday', '14:00']), '2026-03-14T09:00+11:00', '2026-03-14T14:00+11:00'],
    ['custom later the same day waits a week', custom(['saturday', '08:00']), '2026-03-14T09:00+11:00', '2026-03-21T08:00+11:00'],
  ])('%s', ([, rule, from, first]) => {
    expect(firstOccurrence(rule, at(from), 'Australia/Sydney')).toEqual(at(first))
  })
})
