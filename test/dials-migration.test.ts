import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDialHandler, testProviderEvents } from '#server/features/admin/public.ts'
import { careDialHandler, createDispatcher } from '#server/features/care/public.ts'
import { reconcileDials } from '#server/features/dialling/public.ts'
import { alertDialHandler, alertProviderEvents, createAlertDialler } from '#server/features/incidents/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { careDeps } from './care-deps.ts'
import { withDatabaseBefore } from './database-before.ts'
import { killMigrationAt } from './kill-migration.ts'
import { movableClock } from './movable-clock.ts'
import { scriptedJobs } from './scripted-jobs.ts'

const NOW = new Date('2026-03-10T00:00:00Z')
const RANG_OUT = { endedStatus: 'no-answer', status: 'no-answer', answeredBy: null, durationSeconds: 0 } as const
const phone = (of: 'care' | 'alert' | 'test', place: number) =>
  `+6129000${{ care: 10, alert: 20, test: 30 }[of] + place}00`.slice(0, 12)

/** What the provider has taken: the dial whose answer was lost, and the one that is known to ring, for each kind of call. */
async function atProvider(telephony: ReturnType<typeof scriptedTelephony>) {
  const taken = async (to: string) => {
    const outcome = await telephony.dial({ to, attemptId: 0 })
    return outcome.kind === 'accepted' ? outcome.providerCallId : ''
  }
  const both = async (of: 'care' | 'alert' | 'test') => ({
    lost: await taken(phone(of, 2)),
    rings: await taken(phone(of, 3)),
  })
  const sids = { care: await both('care'), alert: await both('alert'), test: await both('test') }
  telephony.dialled.length = 0
  return sids
}

/** The previous version in the middle of its work: a call of each kind in each state. */
async function callsInFlight(db: Db, sids: Awaited<ReturnType<typeof atProvider>>): Promise<void> {
  await sql`insert into accounts (username, email, verified_email, password_hash)
    values ('robyn', 'robyn@example.com', 'robyn@example.com', 'x')`.execute(db)
  await sql`insert into loved_ones (account_id, name, phone_number, timezone)
    select id, 'Margaret ' || n, '+6129000' || 10 + n || '00', 'Australia/Sydney' from accounts, generate_series(1, 5) n`.execute(
    db,
  )
  await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, attempts_made, ended_at)
    select account_id, id, 'daily_check_in', ${NOW}, case name when 'Margaret 4' then 'completed' else 'in_progress' end, 1,
      case name when 'Margaret 4' then ${NOW}::timestamptz end
    from loved_ones`.execute(db)
  await sql`update calls set status = 'scheduled', dial_at = ${NOW}, dial_by = ${NOW}::timestamptz + interval '1 hour', attempts_made = 0
    where loved_one_id = (select id from loved_ones where name = 'Margaret 5')`.execute(db)
  await sql`insert into attempts (call_id, attempt_number, phone_number, state, provider_call_id, started_at, dial_by, settle_at,
      ended_at, outcome, duration_seconds)
    select calls.id, 1, phone_number, state, sid, ${NOW}::timestamptz, ${NOW}::timestamptz + interval '1 hour',
      ${NOW}::timestamptz + asked, case when asked is null then ${NOW}::timestamptz end, outcome, seconds
    from calls join loved_ones on loved_ones.id = calls.loved_one_id join (values
      ('Margaret 1', 'dialling', null, interval '20 seconds', null, null),
      ('Margaret 2', 'unknown', null, interval '2 seconds', null, null),
      ('Margaret 3', 'placed', ${sids.care.rings}, interval '15 seconds', null, null),
      ('Margaret 4', 'ended', 'CA-ended', null, 'acknowledged', 42),
      ('Margaret 5', 'not_placed', null, null, null, null)
    ) as dial (name, state, sid, asked, outcome, seconds) on dial.name = loved_ones.name`.execute(db)

  await sql`insert into incidents (account_id, loved_one_id, call_id, cause, headline, opened_at, next_step_at)
    select account_id, loved_one_id, id, 'help', 'Margaret asked for help', ${NOW}, ${NOW}::timestamptz + interval '1 day'
    from calls order by id limit 1`.execute(db)
  await sql`insert into incident_causes (incident_id, call_id, cause, headline, scheduled_for, happened_at)
    select id, call_id, cause, headline, opened_at, opened_at from incidents`.execute(db)
  await sql`insert into incident_people (incident_id, position, role, name, phone_number)
    select id, n, 'contact', 'Susan ' || n, '+6129000' || 20 + n || '00' from incidents, generate_series(1, 5) n`.execute(
    db,
  )
  await sql`insert into contacts (account_id, loved_one_id, name, phone_number, position)
    select account_id, loved_one_id, name, phone_number, incident_people.position from incident_people join incidents on incidents.id = incident_id`.execute(
    db,
  )
  await sql`insert into alerts (incident_id, person_id, purpose, round, channel, created_at)
    select incident_id, id, 'alert', 1, 'call', ${NOW} from incident_people order by position`.execute(db)
  await sql`insert into alert_calls (alert_id, phone_number, started_at, settle_at)
    select alerts.id, phone_number, ${NOW}, ${NOW} from alerts join incident_people on incident_people.id = person_id`.execute(
    db,
  )
  await sql`update alert_calls set state = 'dialling', dials = 1, settle_at = ${NOW}::timestamptz + interval '20 seconds'
    where phone_number <> ${phone('alert', 5)}`.execute(db)
  await sql`update alert_calls set state = dial.state, provider_call_id = sid, settle_at = ${NOW}::timestamptz + asked,
      ended_at = case when asked is null then ${NOW}::timestamptz end, outcome = dial.outcome
    from (values
      (${phone('alert', 2)}, 'unknown', null, interval '2 seconds', null),
      (${phone('alert', 3)}, 'placed', ${sids.alert.rings}, interval '15 seconds', null),
      (${phone('alert', 4)}, 'ended', 'CA-alert-ended', null, 'no_answer')
    ) as dial (phone_number, state, sid, asked, outcome) where dial.phone_number = alert_calls.phone_number`.execute(db)

  await sql`insert into test_calls (account_id, phone_number, call_type, status, provider_call_id, created_at, ended_at)
    select accounts.id, test.* from accounts, (values
      (${phone('test', 1)}, 'daily_check_in', 'dialling', null, ${NOW}::timestamptz, null),
      (${phone('test', 2)}, 'daily_check_in', 'unknown', null, ${NOW}, null),
      (${phone('test', 3)}, 'daily_check_in', 'queued', ${sids.test.rings}, ${NOW}, null),
      (${phone('test', 4)}, 'daily_check_in', 'completed', 'CA-test-ended', ${NOW}, ${NOW}::timestamptz),
      (${phone('test', 5)}, 'daily_check_in', 'not placed', null, ${NOW}, ${NOW})
    ) as test`.execute(db)
  await sql`insert into number_dials (phone_hash, dialled_at, test_call_id, account_id)
    select md5(phone_number), created_at, id, account_id from test_calls where status <> 'not placed'`.execute(db)
}

const dialsCounted = (db: Db) =>
  sql<{ phone: string }>`select phone_hash as phone from number_dials order by id`.execute(db).then(({ rows }) => rows)

const dialOf = (db: Db, phoneNumber: string) =>
  db
    .selectFrom('dials')
    .select(['state', 'providerCallId', 'outcome', 'providerStatus'])
    .where('phoneNumber', '=', phoneNumber)
    .orderBy('id')
    .execute()

test('calls, alerts and tests that are under way in every state go on after an upgrade that was killed in the middle: no call is lost, and no phone rings twice', async () => {
  const telephony = scriptedTelephony()
  const sids = await atProvider(telephony)
  await withDatabaseBefore('0098_dials.sql', async ({ query, url, upgrade }) => {
    await query((db) => callsInFlight(db, sids))
    const counted = await query(dialsCounted)
    expect(counted).toHaveLength(4 + 4 + 4)
    await killMigrationAt('number_dials', { url, query })
    expect(await query(dialsCounted)).toEqual(counted)
    await upgrade()
    await query(async (db) => {
      expect(await dialsCounted(db)).toEqual(counted)
      const clock = movableClock(new Date(NOW.getTime() + 5_000))
      const deps = await careDeps({ db, clock, jobs: scriptedJobs(), telephony, enqueueNotice: async () => null })
      const dialHandlers = {
        care: careDialHandler(deps),
        alert: alertDialHandler(deps.incidents),
        test: testDialHandler(deps),
        voice: testDialHandler(deps),
      }

      // The addresses that the provider was given before say the numbers of before.
      const alert = await db
        .selectFrom('alertCalls')
        .select('alertId')
        .where('phoneNumber', '=', phone('alert', 2))
        .execute()
      await alertProviderEvents(deps.incidents).answered(alert[0]?.alertId ?? 0, sids.alert.lost)
      expect(await dialOf(db, phone('alert', 2))).toMatchObject([{ state: 'placed', providerCallId: sids.alert.lost }])
      const hungUp = { endedStatus: 'completed', status: 'completed', answeredBy: null, durationSeconds: 5 } as const
      await testProviderEvents(deps).progressed(3, { ...hungUp, providerCallId: sids.test.rings })
      expect(await dialOf(db, phone('test', 3))).toMatchObject([{ state: 'ended', providerStatus: 'completed' }])

      for (const { lost, rings } of [sids.care, sids.alert, sids.test]) {
        telephony.end(lost, RANG_OUT)
        telephony.end(rings, RANG_OUT)
      }
      const dispatcher = createDispatcher(deps)
      const alerts = createAlertDialler(deps.incidents)
      for (let seconds = 0; seconds < 90; seconds += 5) {
        clock.advance(5_000)
        while ((await reconcileDials(deps, dialHandlers)) > 0);
        dispatcher.wake()
        await dispatcher.idle()
        await alerts.poll()
        await alerts.idle()
      }
      await dispatcher.stop()

      const ended = (providerCallId: string) => [{ state: 'ended', providerCallId, outcome: 'no_answer' }]
      expect(await dialOf(db, phone('care', 2))).toMatchObject(ended(sids.care.lost))
      expect(await dialOf(db, phone('care', 3))).toMatchObject(ended(sids.care.rings))
      expect(await dialOf(db, phone('care', 4))).toMatchObject([{ state: 'ended', outcome: 'acknowledged' }])
      expect(await dialOf(db, phone('alert', 2))).toMatchObject(ended(sids.alert.lost))
      expect(await dialOf(db, phone('alert', 3))).toMatchObject(ended(sids.alert.rings))
      expect(await dialOf(db, phone('alert', 4))).toMatchObject(ended('CA-alert-ended'))
      expect(await dialOf(db, phone('test', 1))).toMatchObject([{ state: 'not_placed' }])
      expect(await dialOf(db, phone('test', 2))).toMatchObject([{ state: 'ended', providerCallId: sids.test.lost }])
      expect(await dialOf(db, phone('test', 4))).toMatchObject([{ state: 'ended', providerStatus: 'completed' }])
      expect(await dialOf(db, phone('test', 5))).toMatchObject([{ state: 'not_placed' }])
      // What was certainly not placed, or not yet asked for, rings once.
      expect(telephony.dialled.map(({ to }) => to).sort()).toEqual([phone('care', 1), phone('care', 5)])
      expect(telephony.alertsDialled.map(({ to }) => to).sort()).toEqual([phone('alert', 1), phone('alert', 5)])
      expect(telephony.testsDialled).toEqual([])
    })
  })
}, 120_000)
