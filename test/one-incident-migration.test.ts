import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { viewIncident } from '#server/features/incidents/view/incident-view.ts'
import { callViews } from './call-views.ts'
import { withDatabaseBefore } from './database-before.ts'
import { movableClock } from './movable-clock.ts'

test('several open incidents of one person become one incident with their causes; sealed columns keep their row', async () => {
  await withDatabaseBefore('0036_one_incident_for_one_person.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
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
      // The first miss joined the request for help, and goes on if that is withdrawn.
      await sql`update incidents set absorbed_by = (select max(id) from incidents) where id = (select min(id) from incidents)`.execute(
        db,
      )
    })
    await upgrade()
    await query(async (db) => {
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
        sql`update incidents set ended_at = null, status = 'running', next_at = now()`.execute(db),
      ).rejects.toThrow('incidents_open_of_loved_one')
    })
  })
})

test('an incident that is open across the change of words reads as it was written on its day, and in today’s words later', async () => {
  const due = new Date('2026-03-09T22:00:00Z')
  const clock = movableClock(new Date('2026-03-09T22:20:00Z'))
  const before = 'Margaret was not reached by the 9:00 AM call'
  await withDatabaseBefore('0079_no_clear_answer.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash) values ('robyn', 'robyn@example.com', 'x')`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
      await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, ended_at, reason)
        select account_id, id, 'daily_check_in', ${due}, 'missed', ${due}, 'Margaret''s phone rang out.' from loved_ones`.execute(
        db,
      )
      await sql`insert into incidents (account_id, loved_one_id, call_id, cause, headline, detail, opened_at, next_step_at)
        select account_id, loved_one_id, id, 'not_reached', ${before}, 'Margaret''s phone rang out.', ${due}, ${due}
        from calls`.execute(db)
      await sql`insert into incident_causes (incident_id, call_id, cause, form, headline, detail, scheduled_for, happened_at)
        select id, call_id, cause, 'missed', headline, detail, ${due}, ${due} from incidents`.execute(db)
      await sql`insert into incident_people (incident_id, position, role, name, email)
        select id, 0, 'account_holder', 'Robyn', 'robyn@example.com' from incidents`.execute(db)
    })
    await upgrade()
    await query(async (db) => {
      const { id } = await db.selectFrom('incidentPeople').select('id').executeTakeFirstOrThrow()
      const page = () => viewIncident({ ...callViews(db), clock }, id)
      expect(await page()).toMatchObject({ headline: before, detail: "Margaret's phone rang out.", status: 'running' })
      clock.advance(24 * 60 * 60_000)
      expect(await page()).toMatchObject({
        headline: "Margaret didn't answer the 9:00 AM daily check-in on Tuesday 10 March",
      })
      // What is written from now on.
      await db.updateTable('incidentCauses').set({ form: 'no_clear_answer' }).execute()
    })
  })
})
