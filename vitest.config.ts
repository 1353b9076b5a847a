import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { filesTogether } from './test/files-together.ts'
import { longestFirst } from './test/longest-first.ts'
import { leftOut, SLOW_TESTS } from './test/slow-tests.ts'

/** Hashes as in production. */
const PASSWORDS = 'src/server/features/accounts/passwords/passwords.test.ts'
/** Run by `npm test -- --all` alone. */
const LEFT_OUT = leftOut(SLOW_TESTS)
/** They need Debian's packages and minutes: `npm run test:failover`. */
const FAILOVER = 'test/failover/**'
/** They keep nothing between two tests: their files may share a process, and what it has loaded. */
const PURE = ['src/core/**/*.test.ts', 'src/contract/**/*.test.ts', 'bench/**/*.test.ts']
/** They are about a page that has just been loaded, where nobody has signed in or out before. */
const FRESH_PAGES = [
  'src/web/app/{admin-gate,first-visit,guards,verifying}.test.tsx',
  'src/web/lib/{http/api-client,session/session}.test.ts',
].flatMap((pattern) => globSync(pattern))
/** Each makes a database of its own and closes what it has opened: a process for each costs as much as what it tests. */
const TOGETHER = [
  'src/{server/features,server/adapters,server/platform,simulators,web}/**/*.test.{ts,tsx}',
  'test/{*-migration,family-mails,foreign-hosts,foreign-keys,plans-of-lists,reading-changes-nothing}.test.ts',
  'test/{response-headers,route-access,schema,security-page,sent-names,whole-or-nothing}.test.ts',
]
  .flatMap(filesTogether)
  .filter((file) => file !== PASSWORDS && !FRESH_PAGES.includes(file))
  .filter((file) => !LEFT_OUT.includes(file))
const isScreen = (file: string) => file.endsWith('.tsx')
/** They wait for phones, pauses and servers that start; the others keep the processors busy meanwhile. */
const FIRST = [
  'soak',
  'talks',
  'later-work',
  'many-machines',
  'backup',
  'embedded-postgres',
  'pick-ups',
  'magic-endings',
  'restart-at-pick-up',
  'drill',
  'pick-ups/pick-ups',
  'frozen-database',
  'kill-nine-escalation',
  'nasty-input',
  'kill-nine-webhooks',
]
const LOW_PRIORITY = 'test/low-priority.ts'
const NO_LAYOUT = 'test/web/no-layout.ts'
/** What is waited for is waited for on a busy machine too; Vitest alone would give a second. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    globalSetup: ['test/postgres-server.ts'],
    // Two more than a small machine has cores: many tests mostly wait. With more, pick-ups answers too late to be judged.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(FIRST) },
    projects: [
      {
        test: {
          ...limits,
          name: 'all',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [PASSWORDS, FAILOVER, ...PURE, ...TOGETHER, ...LEFT_OUT],
          setupFiles: ['test/quick-passwords.ts', NO_LAYOUT],
        },
      },
      {
        test: {
          ...limits,
          name: 'features',
          include: TOGETHER.filter((file) => !isScreen(file)),
          setupFiles: ['test/quick-passwords.ts', LOW_PRIORITY],
          isolate: false,
        },
      },
      // Of a project of their own: a process goes on to the next file only where that needs a page as well.
      {
        test: {
          ...limits,
          name: 'screens',
          include: TOGETHER.filter(isScreen),
          setupFiles: [LOW_PRIORITY, NO_LAYOUT],
          isolate: false,
        },
      },
      { test: { ...limits, name: 'passwords', include: [PASSWORDS] } },
      {
        test: {
          ...limits,
          name: 'pure',
          include: PURE,
          exclude: [...LEFT_OUT],
          setupFiles: [LOW_PRIORITY],
          isolate: false,
        },
      },
    ],
  },
})
