import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { conversationFrom } from '#core/conversation/conversation-state.ts'
import { withDatabaseBefore } from './database-before.ts'

test('uncertain help that an attempt has kept, the settings and what waits stay after the columns and states have other names', () =>
  withDatabaseBefore('0103_trade_names_of_states.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('jane', 'jane@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into notification_settings (account_id, missed_calls_email, missed_calls_sms, incidents_email, incidents_sms,
        late_calls_email, late_calls_sms, answered_calls_email, answered_calls_sms, billing_email, billing_sms, summary_frequency,
        summary_hour, tell_at_first_try) select id, true, true, true, true, true, true, true, true, true, true, 'off', 7, true from accounts`.execute(
        db,
      )
      await sql`insert into departures (account_id, last_left_at, turns_taken)
        select id, '2026-03-10T00:00:00Z', 7 from accounts`.execute(db)
      await sql`insert into dials (purpose, account_id, call_type, phone_number, state, started_at, conversation)
        select 'test', id, 'daily_check_in', '+61491570156', 'dialling', now(), conversation::jsonb from accounts,
          unnest(array['{"helpDoubt": "open", "silences": 2}', '{"helpDoubt": null, "silences": 1}']) as conversation`.execute(
        db,
      )
      await sql`insert into webhooks (name, url, events)
        values ('Ward board', 'https://receiver.example/', '{call.completed}')`.execute(db)
      await sql`insert into webhook_deliveries (webhook_id, event, message_id, body, state, next_at)
        select id, 'call.completed', 'waits', '{}', 'owed', now() from webhooks`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const dials = await sql<{ conversation: object }>`select conversation from dials order by id`.execute(db)
      expect(dials.rows.map(({ conversation }) => conversationFrom(conversation))).toMatchObject([
        { uncertainHelp: 'open', silences: 2 },
        { uncertainHelp: null, silences: 1 },
      ])
      expect(await db.selectFrom('notificationSettings').select('notifyAtFirstTry').execute()).toEqual([
        { notifyAtFirstTry: true },
      ])
      expect(await db.selectFrom('accountDispatches').select(['lastDispatchedAt', 'turnsTaken']).execute()).toEqual([
        { lastDispatchedAt: new Date('2026-03-10T00:00:00Z'), turnsTaken: 7 },
      ])
      expect(await db.selectFrom('webhookDeliveries').select('state').execute()).toEqual([{ state: 'queued' }])
    })
  }))
