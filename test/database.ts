import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type DatabaseOptions, type Db, openDatabase } from '#server/platform/database.ts'

export interface TestDatabase {
  db: Db
  /** For what brings its own connections: jobs, a second process. */
  url: string
  close(): Promise<void>
}

/** A fresh, migrated database of its own, copied from the template in about 30 ms. Close it in `afterAll`. */
export async function testDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const template = inject('templateDatabaseUrl')
  const templateName = new URL(template).pathname.slice(1)
  const name = `test_${randomBytes(6).toString('hex')}`
  await maintain(template, `create database ${name} template ${templateName}`)
  const url = databaseUrl(template, name)
  const db = openDatabase(url, { poolSize: 4, ...options })
  return {
    db,
    url,
    close: async () => {
      await db.destroy()
      await maintain(template, `drop database ${name} with (force)`)
    },
  }
}

function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Runs one statement from outside both databases: a template that somebody is connected to cannot be copied. */
async function maintain(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
