import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than a small machine has cores: some tests mostly wait for phones that ring.
    maxWorkers: 3,
  },
})
