import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseBefore } from './database-before.ts'

test('several open incidents of one person become one with their causes; what was sealed keeps its row', async () => {
  await withDatabaseBefore('0036_one_incident_for_one_person.sql', async ({ look, upgrade }) => {
    await look(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
      await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, ended_at)
        select account_id, id, 'daily_check_in', timestamptz '2026-03-09 22:00Z' + n * interval '5 minutes', 'missed', now()
        from loved_ones, generate_series(0, 3) n`.execute(db)
      await sql`insert into incidents (account_id, loved_one_id, call_id, cause, headline, status, opened_at, next_step_at,
          ended_at, ended_how, heard, is_by_words)
        select account_id, loved_one_id, id,
          case rank when 4 then 'uncertain_help' else 'not_reached' end,
          case rank when 2 then 'The 9:05 AM call to Margaret could not be placed' else 'what happened ' || rank end,
          case when rank = 1 then 'resolved' else 'running' end, now(),
          case when rank > 1 then now() end, case when rank = 1 then now() end, case when rank = 1 then 'Well.' end,
          case rank when 4 then 'sealed words' end, rank = 4
        from (select *, row_number() over (order by scheduled_for) as rank from calls) numbered`.execute(db)
      // The first miss was taken over by the words, and goes on should they be withdrawn.
      await sql`update incidents set absorbed_by = (select max(id) from incidents) where id = (select min(id) from incidents)`.execute(
        db,
      )
    })
    await upgrade()
    await look(async (db) => {
      const open = await db.selectFrom('incidents').select(['id', 'cause']).where('endedAt', 'is', null).execute()
      expect(open).toEqual([{ id: expect.any(Number), cause: 'uncertain_help' }])
      const causes = await db.selectFrom('incidentCauses').selectAll().orderBy('id').execute()
      expect(causes.map(({ form, endedAt, incidentId }) => [form, endedAt, incidentId])).toEqual([
        ['missed', null, open[0]?.id],
        ['failed', null, open[0]?.id],
        ['missed', null, open[0]?.id],
        [null, null, open[0]?.id],
      ])
      expect(causes.at(-1)).toMatchObject({ id: open[0]?.id, heard: 'sealed words', isByWords: true })
      const { id } = await db
        .insertInto('incidentCauses')
        .values({ incidentId: open[0]?.id ?? 0, cause: 'help', headline: 'x', happenedAt: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(id, 'no later cause takes a number that an incident had').toBeGreaterThan(open[0]?.id ?? 0)
      await expect(
        sql`update incidents set ended_at = null, status = 'running', next_step_at = now()`.execute(db),
      ).rejects.toThrow('incidents_open_of_loved_one')
    })
  })
})
