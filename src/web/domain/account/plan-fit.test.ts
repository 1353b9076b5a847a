import { expect, test } from 'vitest'
import { neededInMonth, overPlan } from './plan-fit.ts'

const DAILY = { recurrencePattern: 'daily' as const, schedulePatterns: [] }

test('schedules that need more than the plan has are named with their number, and as a part where there may be more', () => {
  const needed = neededInMonth([DAILY, DAILY])
  expect(overPlan(needed, 30)).toContain('Your schedules need up to 62 calls a month')
  expect(overPlan(needed, 30, true)).toContain('Your schedules need more than 62 calls a month')
  expect(overPlan(20, 30, true)).toBeNull()
})
