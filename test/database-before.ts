import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/platform/database/migrate.ts'
import { type OperatorsDatabase, operatorsDatabase } from './operators-database.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/**
 * Runs `work` on a database as it was before `migration`, empty, with what applies that migration and all later ones. The
 * database is removed afterwards.
 */
export async function withDatabaseBefore(
  migration: string,
  work: (database: Pick<OperatorsDatabase, 'query' | 'url'> & { upgrade(): Promise<void> }) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'cooee-before-'))
  const { url, query, close } = await operatorsDatabase()
  try {
    for (const name of await readdir(MIGRATIONS))
      if (name < migration) cpSync(join(MIGRATIONS, name), join(directory, name))
    await migrate(url, { directory })
    const upgrade = async () => {
      const applied = await migrate(url, { directory: MIGRATIONS })
      if (applied[0] !== migration) throw new Error(`${migration} was not the next migration`)
    }
    await work({ query, url, upgrade })
  } finally {
    await close()
    rmSync(directory, { recursive: true, force: true })
  }
}
