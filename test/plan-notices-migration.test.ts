import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseBefore } from './database-before.ts'

test('a lapse that was reported before the upgrade knows its messages, and the text that took its mail’s place', async () => {
  await withDatabaseBefore('0097_messages_of_notices.sql', async ({ query, upgrade }) => {
    const about = new Date('2026-03-10T08:15:30.123Z')
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into plan_notices (account_id, kind, about, told_at)
        select id, kind, ${about}, now() from accounts, unnest(array['lapsed', 'trial_ending']) kind`.execute(db)
      await sql`insert into messages (account_id, channel, recipient, text, dedupe_key)
        select id, 'email', email, 'x', 'plan:' || id || ':lapsed:' || ${String(about.getTime())} || ':email' from accounts`.execute(
        db,
      )
      await sql`insert into messages (account_id, channel, recipient, text, dedupe_key)
        select account_id, 'sms', '+61491570156', 'x', 'instead:' || id from messages`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const messages = await db
        .selectFrom('messages')
        .select(['id', 'channel', 'fallbackForId'])
        .orderBy('id')
        .execute()
      const [mail, text] = messages
      expect(messages).toEqual([
        { id: mail?.id, channel: 'email', fallbackForId: null },
        { id: text?.id, channel: 'sms', fallbackForId: mail?.id },
      ])
      expect(await db.selectFrom('planNotices').select(['kind', 'messageIds']).orderBy('kind').execute()).toEqual([
        { kind: 'lapsed', messageIds: [mail?.id] },
        { kind: 'trial_ending', messageIds: [] },
      ])
    })
  })
})
