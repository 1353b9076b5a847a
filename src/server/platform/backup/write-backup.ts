import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { onOneConnection } from '../database/database.ts'
import { writeBackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { listSequences, listTables, type Table, whoseDatabase } from './catalogue.ts'

const { escapeIdentifier } = pg
/** How long the backup waits for a running schema change. */
const LOCK_TIMEOUT_MS = 30_000

export interface WrittenBackup {
  takenAt: string
  bytes: number
  rows: number
}

/**
 * Writes everything that Cooee keeps in the database at `url` into one new file, as it is at one instant, while Cooee goes
 * on. Needs no more rights than Cooee itself, and no other program. `progress` is called for each table that was written.
 * Throws a plain sentence, and leaves no file behind, when that fails.
 */
export async function writeBackup(
  url: string,
  path: string,
  { productVersion, progress }: { productVersion: string; progress: (line: string) => void },
): Promise<WrittenBackup> {
  return onOneConnection(url, 'cooee backup', async (_db, client) => {
    await speakPlainly(client)
    if ((await whoseDatabase(client)) !== 'ours') {
      throw new Error('There is nothing to back up: Cooee has not been in this database.')
    }
    const tables = await listTables(client)
    await client.query('begin isolation level repeatable read read only')
    // Locking takes no snapshot. What is locked keeps its shape; a snapshot from before a migration would not show its rows.
    await client.query(`lock table ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')} in access share mode`)
    const header = await readHeader(client, tables, productVersion)
    const bytes = await writeBackupFile(path, header, rowsOf(client, header, progress))
    await client.query('commit')
    return { takenAt: header.takenAt, bytes, rows: header.tables.reduce((sum, table) => sum + table.rows, 0) }
  })
}

/** What both sides of COPY must agree on. */
export async function speakPlainly(client: pg.Client): Promise<void> {
  await client.query(`set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set extra_float_digits = 3; set bytea_output = 'hex'; set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`)
}

async function readHeader(client: pg.Client, locked: readonly Table[], productVersion: string): Promise<BackupHeader> {
  const { rows: times } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  // As JSON writes an instant: whole, to the microsecond.
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    `select name, checksum, to_json(applied_at) #>> '{}' as "appliedAt" from schema_migrations order by name`,
  )
  const tables: BackupHeader['tables'] = []
  const present = await listTables(client)
  if (JSON.stringify(present) !== JSON.stringify(locked)) {
    throw new Error('The database was being brought up to date. Try again.')
  }
  for (const table of present) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*) as rows from ${escapeIdentifier(table.name)}`,
    )
    tables.push({ ...table, rows: rows[0]?.rows ?? 0 })
  }
  const sequences: BackupHeader['sequences'] = []
  for (const name of await listSequences(client)) {
    // Sequences know no snapshot: read after it, they are at or past every row that is in it.
    const { rows } = await client.query<{ lastValue: number }>(
      `select last_value as "lastValue" from ${escapeIdentifier(name)}`,
    )
    sequences.push({ name, lastValue: rows[0]?.lastValue ?? 0 })
  }
  return {
    productVersion,
    takenAt: (times[0]?.now ?? new Date()).toISOString(),
    migrations,
    tables,
    sequences,
  }
}

async function* rowsOf(client: pg.Client, { tables }: BackupHeader, progress: (line: string) => void) {
  for (const { name, columns, rows } of tables) {
    yield client.query(copyTo(`copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) to stdout`))
    progress(`${name}: ${rows} rows`)
  }
}
