import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leftOut, oneForEach, RUNS_ALL, SLOW_JOURNEYS, SLOW_TESTS } from './slow-tests.ts'

const ROOT = join(import.meta.dirname, '..')

test.each([...SLOW_TESTS, ...SLOW_JOURNEYS])(
  'the slow test %s is a file, so that a renamed one is not run by mistake',
  (file) => {
    expect(existsSync(join(ROOT, file))).toBe(true)
  },
)

test('a run leaves the slow tests out, and all but the first of a kind, only when it is a quick one', () => {
  const all = ['a1', 'a2', 'b1']
  const kind = (item: string) => item.slice(0, 1)
  expect(oneForEach(all, kind)).toEqual(RUNS_ALL ? all : ['a1', 'b1'])
  expect(leftOut(SLOW_TESTS)).toEqual(RUNS_ALL ? [] : SLOW_TESTS)
})
