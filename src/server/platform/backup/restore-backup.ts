import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { onOneConnection, type Trx } from '../database/database.ts'
import {
  applyInTransaction,
  createHistory,
  MIGRATION_LOCK,
  type Migration,
  readMigrations,
} from '../database/migrate.ts'
import { type BackupFile, openBackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { dropEverything, liftForeignKeys, listSequences, listTables, whoseDatabase } from './catalogue.ts'
import { speakPlainly } from './write-backup.ts'

const { escapeIdentifier } = pg
/** How long the connections of a killed process need to close. */
const CLOSING_TIMEOUT_MS = 5_000
/**
 * What was numbered after the backup is known elsewhere: the phone provider calls back about it, links lead to it, other
 * systems have seen it. Its numbers are not given out again: so many are left out. Numbers reach to 9 · 10^15.
 */
const SKIPPED_NUMBERS = 100_000_000

export interface RestoreOptions {
  /** The folder of the migrations. */
  directory: string
  /** Whether a database that holds something may be replaced. */
  replaces: boolean
  /** What must follow before anybody works on the rows, in the transaction that brings them back. */
  afterwards: (trx: Trx, header: BackupHeader) => Promise<void>
  progress: (line: string) => void
}

/**
 * Fills the database at `url` from a backup and brings it up to date: all of it in one transaction, so that whatever
 * interrupts it leaves things as they were. Needs no more rights than Cooee itself. Throws a plain sentence, with nothing
 * changed, where the file is damaged or of a newer version, where the database is in use, and where it holds anything and
 * `replaces` is not set.
 */
export async function restoreBackup(url: string, path: string, options: RestoreOptions): Promise<BackupHeader> {
  const { directory, progress } = options
  const file = await openBackupFile(path)
  try {
    const { header } = file
    const levels = levelsOf(header, await readMigrations(directory))
    progress(`${path} is whole: Cooee ${header.productVersion}, taken at ${header.takenAt}`)
    await onOneConnection(url, 'cooee restore', async (db, client) => {
      await speakPlainly(client)
      await refuseWhileInUse(client)
      await refuseUnlessEmpty(client, options)
      await db.transaction().execute(async (trx) => {
        await dropEverything(client)
        await fill(client, file, levels.before, progress)
        for (const migration of levels.after) {
          await applyInTransaction(client, migration)
          // What is checked at the end only would keep the next one from altering its table.
          await client.query('set constraints all immediate')
          progress(`Migration ${migration.name} applied`)
        }
        await options.afterwards(trx, header)
      })
      // The planner would take them for empty.
      const tables = await listTables(client)
      await client.query(`analyze ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`)
    })
    return header
  } finally {
    await file.close()
  }
}

/** The migrations that made the backup's tables, and those that it has not seen. */
function levelsOf(header: BackupHeader, migrations: Migration[]): { before: Migration[]; after: Migration[] } {
  const before = migrations.slice(0, header.migrations.length)
  for (const [index, applied] of header.migrations.entries()) {
    const known = migrations.find(({ name }) => name === applied.name)
    if (!known) {
      throw new Error(
        `The backup holds migration ${applied.name}, which this version of Cooee does not know. ` +
          `A newer version (${header.productVersion}) wrote it: restore it with that one.`,
      )
    }
    if (known.checksum !== applied.checksum || before[index] !== known) {
      throw new Error(`The backup was written by a Cooee whose migration ${applied.name} is another one.`)
    }
  }
  return { before, after: migrations.slice(header.migrations.length) }
}

/** A server that starts from now on waits until this connection has ended: a start takes the same lock before it reads anything. */
async function refuseWhileInUse(client: pg.Client): Promise<void> {
  const deadline = performance.now() + CLOSING_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ])
    const { rows: others } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'cooee%' order by 1`,
    )
    if (rows[0]?.locked && others.length === 0) return
    if (performance.now() > deadline) {
      const who = others.map(({ name }) => name).join(', ') || 'a start or another restore'
      throw new Error(`The database is in use (${who}). Stop Cooee, everywhere it runs, and try again.`)
    }
    await pause(200)
  }
}

async function refuseUnlessEmpty(client: pg.Client, { replaces }: RestoreOptions): Promise<void> {
  const whose = await whoseDatabase(client)
  if (whose === 'nobodys') return
  if (whose === 'others') {
    throw new Error("The database holds tables that are not Cooee's. Give it a database of its own.")
  }
  if (replaces) return
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('calls') is not null as there`)
  const counts = rows[0]?.there
    ? await client.query<{ accounts: number; calls: number }>(
        'select (select count(*) from accounts) as accounts, (select count(*) from calls) as calls',
      )
    : undefined
  const { accounts = 0, calls = 0 } = counts?.rows[0] ?? {}
  throw new Error(
    `The database is not empty: ${accounts} accounts, ${calls} calls. Nothing was changed. ` +
      'With --replace everything in it is deleted and replaced by the backup; back it up first.',
  )
}

async function fill(
  client: pg.Client,
  file: BackupFile,
  migrations: readonly Migration[],
  progress: (line: string) => void,
): Promise<void> {
  const { header } = file
  await createHistory(client)
  for (const migration of migrations) {
    await applyInTransaction(client, migration)
    await client.query('set constraints all immediate')
  }
  for (const { name, appliedAt } of header.migrations) {
    await client.query('update schema_migrations set applied_at = $2 where name = $1', [name, appliedAt])
  }
  const shape = (tables: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]))
  if (shape(await listTables(client)) !== shape(header.tables)) {
    throw new Error('The tables of the backup are not those that its migrations make.')
  }
  const tables = header.tables.map(({ name }) => escapeIdentifier(name))
  // Migrations write rows too; the backup has them as they became.
  await client.query(`truncate ${tables.join(', ')}`)
  const putForeignKeysBack = await liftForeignKeys(client)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await fillTables(client, file, progress)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await putForeignKeysBack()
  await setSequences(client, header)
}

async function fillTables(client: pg.Client, file: BackupFile, progress: (line: string) => void): Promise<void> {
  const wanted = file.header.tables.values()
  for await (const rows of file.tables()) {
    const table = wanted.next().value
    if (!table) return
    const columns = table.columns.map(escapeIdentifier).join(', ')
    const copy = client.query(copyFrom(`copy ${escapeIdentifier(table.name)} (${columns}) from stdin`))
    await pipeline(rows, copy)
    if (copy.rowCount !== table.rows) throw new Error(`${table.name} has ${copy.rowCount} rows, not ${table.rows}.`)
    progress(`${table.name}: ${table.rows} rows`)
  }
}

async function setSequences(client: pg.Client, { sequences }: BackupHeader): Promise<void> {
  const present = await listSequences(client)
  for (const { name, lastValue } of sequences) {
    if (!present.includes(name)) throw new Error(`The backup has a sequence ${name} that its migrations do not make.`)
    await client.query('select setval($1::regclass, $2)', [escapeIdentifier(name), lastValue + SKIPPED_NUMBERS])
  }
}
