import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseClient } from './connection/database-client.ts'
import { CONNECTION_SETTINGS } from './database.ts'

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/
/** The advisory lock of a schema change. Any number that no other advisory lock of ours uses. */
export const MIGRATION_LOCK = 20_260_114

/** How long a migration waits for a table, since all others queue up behind it; then it is retried. */
const LOCK_TIMEOUTS = { lockMs: 3_000, pauseMs: 1_000, tries: 60 }
/** Somebody else uses the table: a lock was not to be had in time (55P03), or two waited for each other (40P01). */
const IN_USE = new Set<unknown>(['55P03', '40P01'])

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings the database at `url` up to date with the SQL files in `directory` and returns the names it applied.
 * Each file runs in its own transaction, in order of its number, forward only. Processes that start at once wait
 * for each other; those that run already go on meanwhile. Throws a plain sentence, with nothing applied, when the files
 * and the database disagree. A migration may take as long as it takes: it has no time limit.
 */
export async function migrate(
  url: string,
  {
    directory,
    log,
    timeouts = LOCK_TIMEOUTS,
  }: { directory: string; log?: Pick<Logger, 'info'>; timeouts?: typeof LOCK_TIMEOUTS },
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new DatabaseClient({
    ...CONNECTION_SETTINGS,
    connectionString: url,
    application_name: 'cooee migrations',
  })
  await client.connect()
  try {
    const applied: string[] = []
    for (;;) {
      const migration = await applyNext(client, migrations, timeouts)
      if (migration === null) return applied
      log?.info(`Migration ${migration.name} applied`)
      applied.push(migration.name)
    }
  } finally {
    await client.end()
  }
}

/** The SQL files in `directory`, in the order of their numbers. Throws a plain sentence where their names are not in order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    if (!FILE_NAME.test(name)) throw new Error(`Migration ${name} is not named like 0001_accounts.sql.`)
    const next = names[index + 1]
    if (next?.slice(0, 4) === name.slice(0, 4)) throw new Error(`Migrations ${name} and ${next} have the same number.`)
  }
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may turn line ends around; that is no change.
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Makes the table of applied migrations if it does not exist. */
export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      name       text primary key,
      checksum   text not null,
      applied_at timestamptz not null default now()
    )`)
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await createHistory(client)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const applied of rows) {
    const migration = known.get(applied.name)
    if (!migration) {
      throw new Error(
        `The database holds migration ${applied.name}, which this version of Cooee does not know. ` +
          'A newer version has been here: start that one.',
      )
    }
    if (migration.checksum !== applied.checksum) {
      throw new Error(
        `Migration ${applied.name} was changed after it had been applied. Restore it and put the change into a new file.`,
      )
    }
  }
  const newest = rows.at(-1)?.name ?? ''
  const done = new Set(rows.map((row) => row.name))
  const pending = migrations.filter((migration) => !done.has(migration.name))
  const late = pending.find((migration) => migration.name < newest)
  if (late) {
    throw new Error(`Migration ${late.name} comes before ${newest}, which is already applied. Give it the next number.`)
  }
  return pending
}

/** Applies one migration in the transaction that `client` is in. */
export async function applyInTransaction(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** The first migration that is pending, applied; null where none is. Where a table is in use, tried again with a pause. */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  timeouts: typeof LOCK_TIMEOUTS,
): Promise<Migration | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migrations, timeouts.lockMs)
    } catch (error) {
      if (!isTableInUse(error) || attempt >= timeouts.tries) throw error
      await pause(timeouts.pauseMs)
    }
  }
}

function isTableInUse(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && IN_USE.has(cause.code)
}

/** In one transaction, whose lock makes processes that start at once wait: a lock of the session would not pass a pooler. */
async function applyOnce(client: pg.Client, migrations: Migration[], lockMs: number): Promise<Migration | null> {
  await client.query('begin')
  try {
    // A role may have limits of its own.
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const [migration = null] = await findPending(client, migrations)
    if (migration) await applyWithin(client, migration, lockMs)
    await client.query('commit')
    return migration
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection may be what failed
    throw error
  }
}

async function applyWithin(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await applyInTransaction(client, migration)
  } catch (error) {
    throw new Error(
      `Migration ${migration.name} failed and left nothing behind: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  }
}
