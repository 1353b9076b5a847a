import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseBefore } from './database-before.ts'

test('notes about who was reached move from the activity log to their call, where they can be sealed', async () => {
  await withDatabaseBefore('0095_reached_note.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
      await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, ended_at)
        select account_id, id, 'daily_check_in', now(), 'missed', now() from loved_ones`.execute(db)
      await sql`insert into activity (account_id, loved_one_id, call_id, activity_type, description, details)
        select account_id, loved_one_id, id, 'call_acknowledged', said.description, said.details
        from calls, (values ('Robyn Hartley reached Margaret', 'She was in the garden'),
          ('Susan Hartley is checking on Margaret', 'Calling now')) as said (description, details)`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const call = await db.selectFrom('calls').select(['resolvedNote', 'resolvedAt']).executeTakeFirstOrThrow()
      expect(call).toEqual({ resolvedNote: 'She was in the garden', resolvedAt: expect.any(Date) })
      const left = await db.selectFrom('activity').select('details').orderBy('id').execute()
      expect(left.map(({ details }) => details)).toEqual([null, 'Calling now'])
    })
  })
})
