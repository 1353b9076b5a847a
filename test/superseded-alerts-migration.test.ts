import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseBefore } from './database-before.ts'

test('alerts with a negative round are superseded after the upgrade, and can be sent once more', async () => {
  await withDatabaseBefore('0086_superseded_alerts.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
      await sql`insert into incidents (account_id, loved_one_id, cause, headline, opened_at, next_step_at)
        select account_id, id, 'help', 'Margaret asked for help', now(), now() from loved_ones`.execute(db)
      await sql`insert into incident_people (incident_id, position, role, name, email)
        select id, 0, 'account_holder', 'Robyn', 'robyn@example.com' from incidents`.execute(db)
      await sql`insert into alerts (incident_id, person_id, purpose, round, channel, created_at)
        select incident_id, id, 'alert', round, 'email', now() from incident_people, unnest(array[-2, -1, 1, 2]) round`.execute(
        db,
      )
    })
    await upgrade()
    await query(async (db) => {
      const alerts = await db
        .selectFrom('alerts')
        .select(['round', 'supersededAt', 'createdAt'])
        .orderBy('id')
        .execute()
      expect(alerts.map(({ round }) => round)).toEqual([2, 1, 1, 2])
      expect(alerts.map(({ supersededAt }) => supersededAt)).toEqual([
        alerts[0]?.createdAt,
        alerts[1]?.createdAt,
        null,
        null,
      ])
      const again = sql`insert into alerts (incident_id, incident_person_id, purpose, round, channel, created_at)
        select incident_id, incident_person_id, purpose, 1, channel, now() from alerts limit 1`
      await expect(again.execute(db), 'one alert of a round counts').rejects.toThrow('alerts_once')
      await sql`update alerts set superseded_at = now() where round = 1`.execute(db)
      await again.execute(db)
      await expect(sql`update alerts set round = -1`.execute(db)).rejects.toThrow('alerts_round_check')
    })
  })
})
