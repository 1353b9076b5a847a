import { fork } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { waitUntil } from '../e2e/wait-until.ts'
import type { OperatorsDatabase } from './operators-database.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** Migrates in a process of its own, and kills that once a migration waits to change `table`, which is being read. */
export async function killMigrationAt(
  table: string,
  { url, query }: Pick<OperatorsDatabase, 'url' | 'query'>,
): Promise<void> {
  await query((other) =>
    other.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access share mode`.execute(trx)
      const child = fork(join(import.meta.dirname, 'migrate-program.ts'), [url, MIGRATIONS], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
      const waits = sql<{ waits: boolean }>`
        select exists (select from pg_locks where not granted and relation = ${table}::regclass) as waits`
      await waitUntil('it waits', async () => (await waits.execute(trx)).rows[0]?.waits, { seconds: 60 })
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
    }),
  )
}
