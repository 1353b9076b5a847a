import { defineConfig } from 'vitest/config'
import { longestFirst } from './test/longest-first.ts'

const FIRST = [
  'accessibility-of-others',
  'accessibility-of-families',
  'kill-nine',
  'first-call',
  'keyboard',
  'within-reach',
  'signing-in',
  'layout-shift',
  'session-ends',
]

/** Journeys against the built product. Each file starts a product of its own, and mostly waits: three at a time suit two cores. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/built-web-app.ts'],
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(FIRST) },
    // The first journey of a file starts the product and the browser as well.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
