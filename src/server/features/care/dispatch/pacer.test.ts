import { expect, test } from 'vitest'
import { createPacer } from './pacer.ts'

/** Time in which every pause takes longer than asked for, as in a process that is busy. */
function lateTime(lateMs: () => number) {
  let now = 1000
  return {
    nowMs: () => now,
    async pause(milliseconds: number) {
      now += milliseconds + lateMs()
    },
  }
}

async function leave(many: number, pace: { spacingMs: number; jitterMs: number }, lateMs: () => number) {
  const time = lateTime(lateMs)
  const pacer = createPacer(pace, time)
  const left: number[] = []
  await Promise.all(Array.from({ length: many }, () => pacer.acquire().then(() => left.push(time.nowMs()))))
  return left
}

let pauses = 0
test.each([
  ['a punctual process', () => 0],
  ['a process that stalls now and then', () => (pauses++ % 7 === 0 ? 90 : 1)],
  ['a process that is always late', () => 35],
])('%s never lets more dials go in any time than the spacing and the jitter allow', async (_, lateMs) => {
  const spacingMs = 5
  const jitterMs = 10
  const left = await leave(200, { spacingMs, jitterMs }, lateMs)
  expect(left).toHaveLength(200)
  for (const [from, first] of left.entries()) {
    for (const [to, last] of left.entries()) {
      if (to > from) expect(last - first).toBeGreaterThanOrEqual((to - from) * spacingMs - jitterMs - 1e-6)
    }
  }
})

test('the jitter of timers costs the pacer no time', async () => {
  const left = await leave(1001, { spacingMs: 10.2, jitterMs: 20 }, () => 8)
  expect((left.at(-1) ?? 0) - (left[0] ?? 0)).toBeLessThan(10_200 + 20)
})

test('the pacer lets dials go first come, first served, and says how long the next one would wait', async () => {
  const pacer = createPacer(
    { spacingMs: 20, jitterMs: 0 },
    lateTime(() => 0),
  )
  const left: number[] = []
  const all = [1, 2, 3].map((each) => pacer.acquire().then(() => left.push(each)))
  expect(pacer.waitMs()).toBe(60)
  await Promise.all(all)
  expect(left).toEqual([1, 2, 3])
})
