import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Every table from which foreign keys lead to `accounts` or `people`, straight or by way of others; names as TypeScript has them. */
export async function tablesOfAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive tables (oid) as (
      (values ('accounts'::regclass::oid), ('people'::regclass::oid))
      union
      select conrelid from pg_constraint join tables on confrelid = tables.oid where contype = 'f'
    )
    select oid::regclass::text as name from tables`.execute(db)
  return rows.map(({ name }) => camelCase(name)).sort()
}

export interface StoredColumn {
  table: string
  column: string
  /** As PostgreSQL names it, like `timestamp with time zone[]`. */
  type: string
  isNullable: boolean
  /** Whether the database fills in what an insert leaves out. */
  hasDefault: boolean
}

/** Which columns of the views are never null there, although the table of all dials leaves it to its checks. */
const NEVER_NULL = [
  'attempts.call_id',
  'attempts.attempt_number',
  'attempts.dial_by',
  'alert_calls.alert_id',
  'test_calls.call_type',
]

/**
 * Every column of every table and of the views of `dials`, where null and defaults are those of the table unless the view says
 * otherwise; names as TypeScript has them. The table of the migrations themselves is nobody else's.
 */
export async function allColumns(db: Db): Promise<StoredColumn[]> {
  const { rows } = await sql<StoredColumn>`
    select relname as table, own.attname as column, format_type(own.atttypid, null) as type,
      not (own.attnotnull or coalesce(below.attnotnull, false) or relname || '.' || own.attname = any(${NEVER_NULL}::text[]))
        as is_nullable,
      own.atthasdef or own.attidentity <> '' or coalesce(below.atthasdef or below.attidentity <> '', false) as has_default
    from pg_attribute as own join pg_class on pg_class.oid = own.attrelid
    left join pg_attribute as below on relkind = 'v' and below.attrelid = 'dials'::regclass and below.attname = own.attname
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and own.attnum > 0 and not own.attisdropped
      and relname not in ('schema_migrations', 'owners')
    order by relname, own.attnum`.execute(db)
  return rows.map((row) => ({ ...row, table: camelCase(row.table), column: camelCase(row.column) }))
}

/** Every table whose rows go when their account or their person goes, by foreign keys that delete, and the views of `dials`; names as TypeScript has them. */
export async function tablesDeletedWithAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive tables (oid) as (
      (values ('accounts'::regclass::oid), ('people'::regclass::oid))
      union
      select conrelid from pg_constraint join tables on confrelid = tables.oid where contype = 'f' and confdeltype = 'c'
    )
    select oid::regclass::text as name from tables
    union all select viewname from pg_views where schemaname = 'public' and viewname <> 'owners'`.execute(db)
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

export const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
