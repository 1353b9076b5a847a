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

/** Every row of every table, and every constraint, index and trigger: two databases of which this is equal are equal. */
export async function everything(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of await allTables(db)) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(snakeCase(table))} t order by 1`.execute(db)
    tables[table] = rows.map(({ row }) => row)
  }
  const { rows } = await sql<{ definition: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return { ...tables, definitions: rows.map(({ definition }) => definition) }
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
