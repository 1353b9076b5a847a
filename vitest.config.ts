import { defineConfig } from 'vitest/config'

/** Files that leave nothing behind but their databases share a process, and what it has loaded, with others. */
const TOGETHER = [
  'src/core/**/*.test.ts',
  'src/contract/**/*.test.ts',
  'src/server/features/**/*.test.ts',
  'src/server/adapters/**/*.test.ts',
]
/** Hashes as in production. */
const PASSWORDS = 'src/server/features/accounts/passwords.test.ts'
/** What is waited for is waited for on a busy machine too; Vitest alone would give a second. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }
const setupFiles = ['test/quick-passwords.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/postgres-server.ts'],
    // One more than a small machine has cores: some tests mostly wait for phones that ring.
    maxWorkers: 3,
    // They start in the order of their names: what waits longest is in the first.
    projects: [
      {
        test: {
          ...limits,
          name: 'apart',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...TOGETHER],
          setupFiles,
        },
      },
      { test: { ...limits, name: 'passwords', include: [PASSWORDS] } },
      { test: { ...limits, name: 'together', include: TOGETHER, exclude: [PASSWORDS], isolate: false, setupFiles } },
    ],
  },
})
