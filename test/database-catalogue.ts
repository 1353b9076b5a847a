import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Every table from which foreign keys lead to `accounts`, straight or by way of others; names as TypeScript has them. */
export async function tablesOfAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive tables (oid) as (
      select 'accounts'::regclass::oid
      union
      select conrelid from pg_constraint join tables on confrelid = tables.oid where contype = 'f'
    )
    select oid::regclass::text as name from tables`.execute(db)
  return rows.map(({ name }) => camelCase(name)).sort()
}

/** The columns of a table as TypeScript has them. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${snakeCase(table)}`.execute(db)
  return rows.map(({ name }) => camelCase(name)).sort()
}

/** Every table of the database. */
export async function allTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  return rows.map(({ name }) => camelCase(name)).sort()
}

/** Everything the database holds, as text; bytes as they are. */
export async function dump(db: Db): Promise<string> {
  const texts: string[] = []
  for (const table of await allTables(db)) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(snakeCase(table))} t`.execute(db)
    texts.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  // Bytes are written as hexadecimal digits.
  return texts.join('\n').replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
