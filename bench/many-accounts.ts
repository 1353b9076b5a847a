import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { insertCarers } from './insert-carers.ts'

const LOVED_ONES = 5
const UPCOMING = 30

/**
 * Fills the database as a service of some size would have: accounts with five loved ones each, thirty upcoming calls
 * and as much history as makes `calls` in all. Returns one account in the middle and one of its loved ones.
 */
export async function addManyAccounts(
  db: Db,
  { accounts, calls }: { accounts: number; calls: number },
): Promise<{ accountId: number; lovedOneId: number }> {
  await insertCarers(db, accounts)
  await sql`
    insert into loved_ones (account_id, name, phone_number, timezone, relationship)
    select 1 + (n - 1) / ${sql.lit(LOVED_ONES)}, 'Loved one ' || n, '+61' || (400000050 + n * 100), 'Australia/Sydney', 'parent'
    from generate_series(1, ${sql.lit(accounts * LOVED_ONES)}) as n`.execute(db)
  await sql`
    insert into call_schedules (account_id, loved_one_id, call_type, recurrence_pattern, time_of_day)
    select account_id, id, 'daily_check_in', 'daily', '09:00' from loved_ones order by id`.execute(db)
  await sql`
    insert into calls (account_id, loved_one_id, schedule_id, call_type, scheduled_for, dial_at, dial_by)
    select account_id, id, case when n = 1 then id end, 'daily_check_in', at, at, at + interval '1 hour'
    from (select *, now() + n * interval '1 day' as at
          from loved_ones, generate_series(1, ${sql.lit(UPCOMING / LOVED_ONES)}) as n) as upcoming`.execute(db)
  const past = Math.max(0, Math.floor((calls - accounts * UPCOMING) / (accounts * LOVED_ONES)))
  await sql`
    insert into calls (account_id, loved_one_id, schedule_id, call_type, scheduled_for, status, ended_at, duration_seconds)
    select account_id, id, id, 'daily_check_in', at, 'completed', at + interval '1 minute', 42
    from (select *, now() - n * interval '1 day' as at
          from loved_ones, generate_series(1, ${sql.lit(past)}) as n) as past`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return db
    .selectFrom('lovedOnes')
    .select(['accountId', 'id as lovedOneId'])
    .where('accountId', '=', Math.ceil(accounts / 2))
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
}
