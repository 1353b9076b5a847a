import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/database/database.ts'
import { allColumns } from './database-catalogue.ts'
import { startServerInMemory } from './server-in-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database on the server of this run; `testDatabase()` copies it. */
    templateDatabaseUrl: string
    /** Its columns that may be null and have no default, as `table.column`. */
    nullableColumns: string[]
  }
}

/** The first person of a database: far away from the accounts, so that code which takes one id for the other finds nothing. */
const FIRST_PERSON = 1_000_000

/** Several whole products at a time, each with its pools. */
const MANY = 300

/** Vitest's global setup: one PostgreSQL for the whole run, its database migrated and ready for jobs. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startServerInMemory('cooee-test-', MANY)
  await forgetDurability(url)
  await cheapenPasswords(url)
  await runOn(url, [`alter sequence people_id_seq restart with ${FIRST_PERSON}`])
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
  project.provide('templateDatabaseUrl', url)
  project.provide('nullableColumns', await nullableColumns(url))
  return stop
}

async function nullableColumns(url: string): Promise<string[]> {
  const db = openDatabase(url)
  try {
    const columns = await allColumns(db)
    return columns.flatMap(({ table, column, isNullable, hasDefault }) =>
      isNullable && !hasDefault ? `${table}.${column}` : [],
    )
  } finally {
    await db.destroy()
  }
}

/** Nobody needs these databases after a power cut: what crash tests kill are processes of the product, or servers of their own. */
async function forgetDurability(url: string): Promise<void> {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit']
  await runOn(url, [...settings.map((setting) => `alter system set ${setting} = off`), 'select pg_reload_conf()'])
}

/** Each of many thousand connections would spend a millisecond on a hash that nobody attacks. */
async function cheapenPasswords(url: string): Promise<void> {
  const { username, password } = new URL(url)
  await runOn(url, ['set scram_iterations = 1', `alter role ${username} password '${password}'`])
}

async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
