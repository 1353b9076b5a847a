import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseBefore } from './database-before.ts'

test('calls that ended before they were counted are counted by the migration, with those that were deleted', async () => {
  await withDatabaseBefore('0137_call_counts.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (id) overriding system value values (1)`.execute(db)
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        values (1, 'Margaret', '+61491570156', 'Australia/Sydney')`.execute(db)
      await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, ended_at, attempts_made)
        select 1, id, 'daily_check_in', now() - made.days * interval '1 day', made.status, now(), 1
        from loved_ones, (values (1, 'missed'), (1, 'completed'), (2, 'completed'), (400, 'completed'), (500, 'completed'))
          as made (days, status)`.execute(db)
      await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, dial_at, dial_by)
        select 1, id, 'daily_check_in', now(), now(), now() from loved_ones`.execute(db)
      await sql`insert into removed_call_counts (account_id, completed) values (1, 7), (1, 2)`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const { rows } = await sql<{ status: string; isOld: boolean; calls: number }>`
        select status, starts_at = '-infinity' as is_old, sum(calls)::int as calls
        from call_counts group by 1, 2 order by 1, 2`.execute(db)
      expect(rows).toEqual([
        { status: 'completed', isOld: false, calls: 2 },
        { status: 'completed', isOld: true, calls: 11 },
        { status: 'missed', isOld: false, calls: 1 },
      ])
    })
  })
})
