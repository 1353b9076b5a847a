import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './test/longest-first.ts'
import { leftOut, SLOW_JOURNEYS } from './test/slow-tests.ts'

const FIRST = [
  'accessibility-of-admins',
  'accessibility-of-visitors',
  'accessibility-of-calls',
  'accessibility-of-people',
  'kill-nine',
  'keyboard',
  'within-reach',
  'layout-shift',
  'session-ends',
]
/** Run by `npm test -- --all` alone. */
const LEFT_OUT = leftOut(SLOW_JOURNEYS)
/** Their clocks are moved: the product runs in the process of the test, on a database of the tests. */
const MOVED_TIME = ['e2e/fortnight.test.ts', 'e2e/hot-days.test.ts'].filter((file) => !LEFT_OUT.includes(file))
/** They kill the product, or start it with settings of their own. */
const OWN_PRODUCT = globSync('e2e/**/*.test.ts')
  .filter((file) => /journey\.override\(|startProduct\(|\.kill9\(|\.restart\(/.test(readFileSync(file, 'utf8')))
  .filter((file) => !LEFT_OUT.includes(file))
const limits = {
  // The first journey of a process starts the product and the browser as well.
  testTimeout: 180_000,
  hookTimeout: 60_000,
}

/** Journeys against the built product. They mostly wait: three at a time suit two cores. */
export default defineConfig({
  test: {
    globalSetup: ['e2e/built-web-app.ts', 'e2e/start-once.ts'],
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(FIRST) },
    projects: [
      {
        test: {
          ...limits,
          name: 'a shared product',
          include: ['e2e/**/*.test.ts'],
          exclude: [...OWN_PRODUCT, ...MOVED_TIME, ...LEFT_OUT],
          // To start a product and a browser for each file costs more than most journeys.
          isolate: false,
        },
      },
      { test: { ...limits, name: 'its own product', include: OWN_PRODUCT } },
      {
        test: {
          ...limits,
          name: 'moved time',
          include: MOVED_TIME,
          globalSetup: ['test/postgres-server.ts'],
          setupFiles: ['test/quick-passwords.ts'],
        },
      },
    ],
  },
})
