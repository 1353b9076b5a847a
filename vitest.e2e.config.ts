import { defineConfig } from 'vitest/config'

/** Journeys against the built product. Each file starts a product of its own, and mostly waits: three at a time suit two cores. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/built-web-app.ts'],
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
