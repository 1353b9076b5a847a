import { defineConfig } from 'vitest/config'

/** Real processes that are killed with kill -9, for many seeds in one run: `npm run soak -- --kills=20`. */
export default defineConfig({
  test: {
    include: ['test/kill-nine-*.test.ts', 'e2e/kill-nine.test.ts'],
    globalSetup: ['test/postgres-server.ts'],
    setupFiles: ['test/quick-passwords.ts'],
    maxWorkers: 3,
    // They mostly wait, but for the starts; of each file so many tests run side by side.
    maxConcurrency: 3 * Number(process.env.KILL_ROUNDS_AT_ONCE ?? 1),
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
