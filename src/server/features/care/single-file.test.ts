import { expect, test } from 'vitest'
import { singleFile } from './single-file.ts'

/** Lets a crowd pass and writes down when each left; `stall` keeps the process busy while it leaves. */
async function leave(many: number, { spacingMs, jitterMs }: { spacingMs: number; jitterMs: number }, stallMs = 0) {
  const exit = singleFile({ spacingMs, jitterMs })
  const left: number[] = []
  await Promise.all(
    Array.from({ length: many }, async (_, index) => {
      await exit.pass()
      left.push(performance.now())
      if (index === Math.floor(many / 2)) for (const end = performance.now() + stallMs; performance.now() < end; );
    }),
  )
  return left
}

test.each([0, 60])(
  'a crowd never leaves faster than it may, a stall of %i ms in the middle or not',
  async (stallMs) => {
    const spacingMs = 5
    const jitterMs = 10
    const left = await leave(30, { spacingMs, jitterMs }, stallMs)
    for (const [from, first] of left.entries()) {
      for (const [to, last] of left.entries()) {
        if (to > from) expect(last - first).toBeGreaterThanOrEqual((to - from) * spacingMs - jitterMs - 0.01)
      }
    }
  },
)

test('whoever comes first leaves first, and the wait is told', async () => {
  const exit = singleFile({ spacingMs: 20, jitterMs: 0 })
  const left: number[] = []
  const all = [1, 2, 3].map((each) => exit.pass().then(() => left.push(each)))
  expect(exit.waitMs()).toBeGreaterThan(0)
  await Promise.all(all)
  expect(left).toEqual([1, 2, 3])
})
