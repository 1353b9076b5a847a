import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test('a failure waits twice as long each time, from the shortest to the longest wait', () => {
  const waits = [0, 1, 2, 3, 4, 5, 500].map((failures) => backOffMs(failures, { longestMs: 8_000 }))
  expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  const slower = [1, 2, 3].map((failures) => backOffMs(failures, { shortestMs: 5_000, longestMs: 15_000 }))
  expect(slower).toEqual([5_000, 10_000, 15_000])
})
