import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseBefore } from './database-before.ts'

test('suppressed texts, reminders that are not done yet and the people of an incident keep their rows after the upgrade', async () => {
  await withDatabaseBefore('0131_names_of_dials_and_messages.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts default values`.execute(db)
      await sql`insert into people (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
      await sql`insert into incidents (account_id, loved_one_id, cause, headline, opened_at, next_at, given_again_at)
        select account_id, id, 'not_reached', 'Margaret has not confirmed it', now(), now(), now() from loved_ones`.execute(
        db,
      )
      await sql`insert into incident_causes (incident_id, cause, form, headline, happened_at)
        select id, 'not_reached', 'put_off', headline, now() from incidents`.execute(db)
      await sql`insert into incident_people (incident_id, position, role, name, email, member_id)
        select incidents.id, 0, 'member', 'Robyn', 'robyn@example.com', people.id from incidents, people`.execute(db)
      await sql`insert into alerts (incident_id, person_id, purpose, round, channel, created_at, message_result)
        select incident_id, id, 'alert', 1, 'sms', now(), 'left_out' from incident_people`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const { id, personId } = await db
        .selectFrom('incidentPeople')
        .select(['id', 'personId'])
        .executeTakeFirstOrThrow()
      expect(await db.selectFrom('people').select('id').execute()).toEqual([{ id: personId }])
      expect(await db.selectFrom('alerts').select(['incidentPersonId', 'messageResult']).execute()).toEqual([
        { incidentPersonId: id, messageResult: 'suppressed' },
      ])
      expect(await db.selectFrom('incidentCauses').select('form').execute()).toEqual([{ form: 'not_yet' }])
      expect(await db.selectFrom('incidents').select('deadlineExtendedAt').execute()).toEqual([
        { deadlineExtendedAt: expect.any(Date) },
      ])
      await expect(sql`update alerts set message_result = 'left_out'`.execute(db)).rejects.toThrow('message_result')
    })
  })
})
