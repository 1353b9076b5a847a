import { describe, expect, test } from 'vitest'
import { LOVED_ONE_TIME_ZONES } from '../time-zones.ts'
import { forecastAge } from './forecast-age.ts'
import { callTime, daysToOffer, isVeryHot, proposedTime } from './hot-day.ts'
import { STATES, TOWNS, townOf } from './towns.ts'

const SYDNEY = 'Australia/Sydney'
const at = (local: string) => new Date(Temporal.ZonedDateTime.from(`${local}[${SYDNEY}]`).epochMilliseconds)

describe('the towns', () => {
  test('there are some of every state and territory, each with an id of its own', () => {
    expect(new Set(TOWNS.map(({ state }) => state))).toEqual(new Set(STATES))
    expect(new Set(TOWNS.map(({ id }) => id)).size).toBe(TOWNS.length)
    expect(TOWNS.length).toBeGreaterThanOrEqual(70)
    for (const { id } of TOWNS) expect(id).toMatch(/^[a-z-]{3,60}$/)
  })

  test('their place says no more than a tenth of a degree, and is in Australia', () => {
    for (const { latitude, longitude, name } of TOWNS) {
      expect([name, String(latitude)]).toEqual([name, expect.stringMatching(/^-\d\d(\.\d)?$/)])
      expect([name, String(longitude)]).toEqual([name, expect.stringMatching(/^1\d\d(\.\d)?$/)])
      expect(latitude, name).toBeGreaterThan(-44)
      expect(latitude, name).toBeLessThan(-10)
      expect(longitude, name).toBeGreaterThan(113)
      expect(longitude, name).toBeLessThan(154)
    }
  })

  test('the threshold is one of three bands, and each town has a calendar', () => {
    for (const { veryHotFrom, timezone } of TOWNS) {
      expect([35, 38, 41]).toContain(veryHotFrom)
      expect([...LOVED_ONE_TIME_ZONES, 'Australia/Broken_Hill']).toContain(timezone)
    }
  })

  test.each([
    ['hobart', 35, true],
    ['hobart', 34, false],
    ['melbourne', 38, true],
    ['melbourne', 37, false],
    ['mildura', 40, false],
    ['mildura', 41, true],
  ])('in %s a day of %i degrees is very hot: %s', (id, degrees, expected) => {
    const town = townOf(id)
    expect(town && isVeryHot(town, degrees)).toBe(expected)
  })
})

test.each([
  ['2026-01-14T06:59', []],
  ['2026-01-14T07:00', ['2026-01-14', '2026-01-15']],
  ['2026-01-14T11:59', ['2026-01-14', '2026-01-15']],
  ['2026-01-14T12:00', ['2026-01-15']],
  ['2026-01-14T20:59', ['2026-01-15']],
  ['2026-01-14T21:00', []],
  ['2026-12-31T15:00', ['2027-01-01']],
])('at %s calls are offered for %j', (local, days) => {
  expect(daysToOffer(at(local), SYDNEY)).toEqual(days)
})

test.each([
  ['tomorrow', '2026-01-15', '2026-01-14T20:00', '14:00'],
  ['today, in the morning', '2026-01-14', '2026-01-14T09:00', '14:00'],
  ['today, just before two', '2026-01-14', '2026-01-14T13:46', '14:30'],
  ['today, a quarter to two', '2026-01-14', '2026-01-14T13:45', '14:00'],
  ['today, in the evening', '2026-01-14', '2026-01-14T20:10', '20:30'],
  ['today, with no time left', '2026-01-14', '2026-01-14T20:20', null],
  ['yesterday', '2026-01-13', '2026-01-14T09:00', null],
])('for %s a time is proposed', (_, day, local, time) => {
  expect(proposedTime(day, at(local), SYDNEY)).toBe(time)
})

test.each([
  ['2026-01-14T09:00', '9:00 AM today'],
  ['2026-01-13T23:59', '11:59 PM yesterday'],
  ['2026-01-12T09:00', 'Jan 12, 2026 9:00 AM'],
])('a forecast of %s is from %s', (fetched, age) => {
  expect(forecastAge(at(fetched), at('2026-01-14T10:00'), SYDNEY)).toBe(age)
})

test.each([
  ['begins', '2026-10-04', '2026-10-04T03:00:00.000Z'],
  ['ends', '2027-04-04', '2027-04-04T04:00:00.000Z'],
])('on the day on which daylight saving %s the call is offered for 2:00 PM on their clock', (_how, day, rings) => {
  const dayBefore = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
  expect(daysToOffer(at(`${dayBefore}T20:30`), SYDNEY)).toEqual([day])
  expect(daysToOffer(at(`${day}T07:00`), SYDNEY)[0]).toBe(day)
  for (const now of [at(`${dayBefore}T20:30`), at(`${day}T01:30`), at(`${day}T07:00`)]) {
    const time = proposedTime(day, now, SYDNEY)
    expect(time && callTime(day, time, SYDNEY).toISOString()).toBe(rings)
  }
})
