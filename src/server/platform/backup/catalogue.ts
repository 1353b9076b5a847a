import type pg from 'pg'

/** Where the migrations write down what was applied: a backup has that in its header. */
const HISTORY = 'schema_migrations'

export interface Table {
  name: string
  /** All but those that PostgreSQL computes from others. */
  columns: string[]
}

/** The tables of Cooee's schema, those of the job engine not among them: jobs wake, and are found without. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> $1
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [HISTORY],
  )
  return rows
}

/** The names of all sequences of the schema, in alphabetical order. */
export async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Whether Cooee has been in this database, or somebody else has. */
export async function whoseDatabase(client: pg.Client): Promise<'nobodys' | 'ours' | 'others'> {
  const { rows } = await client.query<{ tables: number; ours: boolean }>(
    `select count(*)::int as tables, coalesce(bool_or(relname = $1), false) as ours
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    [HISTORY],
  )
  const { tables = 0, ours = false } = rows[0] ?? {}
  if (tables === 0) return 'nobodys'
  return ours ? 'ours' : 'others'
}

/** Drops everything that migrations have made, and the job engine's schema, which makes itself again. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `-- What an extension brings stays, and what belongs to a table goes with it.
     with extended as (
       select objid from pg_depend
       where deptype = 'e' or (classid = 'pg_class'::regclass and deptype in ('a', 'i')))
     select format('drop %s if exists %I.%I cascade',
       case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
       current_schema(), relname) as drop
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
       and oid not in (select objid from extended)
     union all
     select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
     where pronamespace = current_schema()::regnamespace and oid not in (select objid from extended)
     union all
     select format('drop type if exists %I.%I cascade', current_schema(), typname) from pg_type
     where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd')
       and oid not in (select objid from extended)`,
  )
  for (const { drop } of rows) await client.query(drop)
  await client.query('drop schema if exists pgboss cascade')
}

/** Takes the foreign keys away, so that tables can be filled in any order, and returns what puts them back. */
export async function liftForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' order by conname`,
  )
  for (const { drop } of rows) await client.query(drop)
  return async () => {
    for (const { add } of rows) await client.query(add)
  }
}
