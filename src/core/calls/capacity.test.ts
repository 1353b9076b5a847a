import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL_TYPES } from './call-vocabulary.ts'
import { certainCallsPerSecond, type Demand, forecastLine, lateCalls } from './capacity.ts'

const NINE = new Date('2026-11-23T22:00:00Z')
const at = (minutes: number) => new Date(NINE.getTime() + minutes * 60_000)

test('half of the rate is certain, since alerts may take every second place', () => {
  expect(certainCallsPerSecond(1)).toBe(0.5)
})

test('calls that are dialled within their grace period are not late', () => {
  const forecast = forecastLine([{ dueAt: NINE, callType: 'medication_reminder', calls: 900 }], 0.5)
  expect(forecast).toEqual([{ startsAt: NINE, due: 900, late: 0 }])
})

test('calls over what can be dialled in their grace period are late, in the quarter in which they are due', () => {
  // 31 minutes of 30 places each: the last minute of the grace period counts.
  const forecast = forecastLine([{ dueAt: at(7), callType: 'medication_reminder', calls: 1000 }], 0.5)
  expect(forecast).toEqual([{ startsAt: NINE, due: 1000, late: 70 }])
})

test('wake-up calls wait behind medication reminders and are late first', () => {
  const forecast = forecastLine(
    [
      { dueAt: NINE, callType: 'wake_up_call', calls: 10 },
      { dueAt: NINE, callType: 'medication_reminder', calls: 600 },
    ],
    0.5,
  )
  expect(lateCalls(forecast)).toBe(10)
})

test('a queue that is still waiting delays the next quarter of an hour', () => {
  const rush: Demand = { dueAt: NINE, callType: 'daily_check_in', calls: 1800 }
  const later: Demand = { dueAt: at(45), callType: 'wake_up_call', calls: 100 }
  expect(lateCalls(forecastLine([later], 0.5))).toBe(0)
  expect(lateCalls(forecastLine([rush, later], 0.5))).toBeGreaterThan(0)
})

test('the forecast is empty without due calls', () => {
  expect(forecastLine([], 1)).toEqual([])
})

const demand = fc.array(
  fc.record({
    dueAt: fc.integer({ min: 0, max: 24 * 60 }).map(at),
    callType: fc.constantFrom(...CALL_TYPES),
    calls: fc.integer({ min: 1, max: 2000 }),
  }),
  { maxLength: 30 },
)

test('every call is counted once, none more often late than due, and a faster line makes none later', () => {
  fc.assert(
    fc.property(demand, (wanted) => {
      const slow = forecastLine(wanted, 0.5)
      const fast = forecastLine(wanted, 5)
      const due = wanted.reduce((sum, { calls }) => sum + calls, 0)
      expect(slow.reduce((sum, quarter) => sum + quarter.due, 0)).toBe(due)
      for (const quarter of slow) expect(quarter.late).toBeLessThanOrEqual(quarter.due)
      expect(lateCalls(fast)).toBeLessThanOrEqual(lateCalls(slow))
    }),
  )
})
