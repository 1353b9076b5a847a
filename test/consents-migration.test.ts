import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consentsOf } from '#server/features/consents/public.ts'
import { withDatabaseBefore } from './database-before.ts'

test('people who were called before the upgrade have agreed by their account holder, and to recordings only where calls were recorded', async () => {
  await withDatabaseBefore('0104_consents.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone, record_calls)
        select id, name, '+61491570156', 'Australia/Sydney', name = 'Margaret'
        from accounts, unnest(array['Margaret', 'Con']) name`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const people = await db.selectFrom('lovedOnes').select(['id', 'name']).execute()
      const consents = await consentsOf(
        db,
        people.map(({ id }) => id),
        'asked',
      )
      const ofName = (name: string) => consents.get(people.find((person) => person.name === name)?.id ?? 0)
      const agreed = { state: 'agreed', how: 'upgrade', wording: 'upgrade' }
      expect(ofName('Margaret')).toMatchObject({ calls: agreed, words: agreed, recording: agreed })
      expect(ofName('Con')).toMatchObject({ calls: agreed, words: agreed, recording: { state: 'not_asked' } })
      expect(ofName('Con')?.conversation.state).toBe('not_asked')
    })
  })
})
