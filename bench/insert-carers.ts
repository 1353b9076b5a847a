import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Registered people, so many, each the owner of an account of their own: the accounts have the ids from 1. For an empty database. */
export async function insertCarers(db: Db, count: number): Promise<void> {
  const all = sql`generate_series(1, ${sql.lit(count)}) as n`
  await sql`insert into accounts (verified_at) select now() from ${all}`.execute(db)
  await sql`
    insert into people (username, email, verified_email, password_hash, first_name, last_name)
    select 'carer' || n, 'carer' || n || '@example.com', 'carer' || n || '@example.com', 'none', 'Robyn', 'Hartley'
    from ${all}`.execute(db)
  await sql`
    insert into members (account_id, person_id, role, may_hear_calls)
    select row_number() over (order by id), id, 'owner', true from people`.execute(db)
}
