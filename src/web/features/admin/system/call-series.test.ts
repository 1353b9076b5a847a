import { expect, test } from 'vitest'
import { type CallDays, chartDays, chartInWords } from './call-series.ts'

const DAYS: CallDays = [
  { day: '2026-03-09', counts: { completed: 3, missed: 1 } },
  { day: '2026-03-10', counts: { completed: 2, scheduled: 4, in_progress: 1 } },
  { day: '2026-03-11', counts: {} },
]

test('calls that are not over are counted together', () => {
  expect(chartDays(DAYS).map(({ counts, total }) => [counts.completed, counts.missed, counts.other, total])).toEqual([
    [3, 1, 0, 4],
    [2, 0, 5, 7],
    [0, 0, 0, 0],
  ])
})

test('the chart is summed up in words, without what did not happen', () => {
  expect(chartInWords(chartDays(DAYS))).toBe('11 calls in 3 days: 5 completed, 1 missed, 5 scheduled or in progress.')
  expect(chartInWords(chartDays([]))).toBe('0 calls in 0 days.')
})
