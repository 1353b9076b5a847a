import { defineConfig } from 'vitest/config'
import { missingPrograms } from './test/failover/programs.ts'

const missing = missingPrograms()
if (missing.length > 0) {
  console.log(
    `Skipped: ${missing.join(', ')} not installed. Debian: apt-get install patroni python3-etcd etcd-server haproxy pgbouncer pgbackrest postgresql-15`,
  )
  process.exit(0)
}

/** Two real database machines whose primary loses its power while calls leave: `npm run test:failover`. */
export default defineConfig({
  test: {
    include: ['test/failover/*.test.ts'],
    // One at a time: each is two database servers, their keepers and three processes of the product.
    maxWorkers: 1,
    testTimeout: 480_000,
    hookTimeout: 120_000,
  },
})
