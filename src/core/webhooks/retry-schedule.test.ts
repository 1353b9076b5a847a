import { expect, test } from 'vitest'
import { pauseAfterTries } from './retry-schedule.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const PROMISED = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]

test('the pauses are those that are promised to receivers, and then nothing more is tried', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => pauseAfterTries(index + 1, 0))
  expect(pauses).toEqual([...PROMISED, null])
})

test('a pause is never shorter than promised, and longer by a tenth or a minute at most', () => {
  for (const [index, promised] of PROMISED.entries()) {
    const longest = pauseAfterTries(index + 1, 1) ?? 0
    expect(longest).toBeGreaterThan(promised)
    expect(longest - promised).toBeLessThanOrEqual(Math.min(promised / 10, MINUTE))
  }
})
