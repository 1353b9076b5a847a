import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CODE_NEEDED } from '#contract/accounts/sign-in/second-factor.ts'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { twilioTelephony } from '#server/adapters/telephony/twilio/twilio-telephony.ts'
import { hashRecoveryCode } from '#server/features/accounts/second-factor/recovery-codes.ts'
import { hashToken } from '#server/features/accounts/sign-in/sessions.ts'
import { DIAL_TIMING } from '#server/features/dialling/public.ts'
import { incidentLinks } from '#server/features/incidents/view/incident-links.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type Phones, startPhones } from '../e2e/phones.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { withDatabaseBefore } from './database-before.ts'
import { A_PASSWORD } from './factories.ts'
import { aFreePort } from './free-port.ts'
import { killMigrationAt } from './kill-migration.ts'
import { startKillableServer } from './killable-server.ts'

/** Of `A_PASSWORD`, in earnest: the server checks it in a process of its own. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=47104,t=1,p=1$MzSxUAf44pFh9+mpGQ90Qw$nmAfYl+fWPvtR4R+Z3xJHcaOy877cxgZYY0UNu55X8w'
const LINK_SECRET = Buffer.alloc(32, 7)
const SESSION = 's'.repeat(43)
const SESSION_OF_RAO = 't'.repeat(43)
const RESET = 'r'.repeat(43)
const EMAIL_LINK = 'v'.repeat(43)
const UNDO = 'u'.repeat(43)
const RECOVERY_CODE = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'
const [RINGING, DIALLING, QUEUED] = ['+61491570156', '+61491570157', '+61491570158']

/** The release before in the middle of its work: two accounts, one of them with everything that must go on. */
async function releaseBefore(db: Db): Promise<void> {
  // So that accounts do not count from 1.
  await sql`insert into accounts (username, email, password_hash) values ('gone', 'gone@example.com', 'x')`.execute(db)
  await sql`delete from accounts`.execute(db)
  await sql`insert into accounts (username, email, verified_email, password_hash, first_name, last_name, phone_number,
      verified_phone, role)
    values ('jane', 'jane@example.com', 'jane@example.com', ${PASSWORD_HASH}, 'Jane', 'Hartley', '+61491570006', '+61491570006',
        'account_holder'),
      ('rao', 'rao@example.com', null, ${PASSWORD_HASH}, null, null, null, null, 'admin')`.execute(db)
  await sql`insert into sessions (token_hash, account_id, expires_at)
    select token, accounts.id, now() + interval '1 day' from accounts
    join (values ('jane', ${hashToken(SESSION)}::bytea), ('rao', ${hashToken(SESSION_OF_RAO)}::bytea)) as of (name, token)
      on of.name = username`.execute(db)
  await sql`insert into password_resets (token_hash, account_id, expires_at)
    select ${hashToken(RESET)}::bytea, id, now() + interval '1 hour' from accounts where username = 'rao'`.execute(db)
  await sql`insert into email_verifications (token_hash, account_id, email, expires_at)
    select ${hashToken(EMAIL_LINK)}::bytea, id, email, now() + interval '1 day' from accounts where username = 'rao'`.execute(
    db,
  )
  await sql`insert into profile_changes (account_id, token_hash, old_email, expires_at)
    select id, ${hashToken(UNDO)}::bytea, 'jane.before@example.com', now() + interval '1 day'
    from accounts where username = 'jane'`.execute(db)
  await sql`insert into second_factors (account_id, secret, confirmed_at)
    select id, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now() from accounts where username = 'jane'`.execute(db)
  await sql`insert into recovery_codes (second_factor_id, code_hash)
    select id, ${hashRecoveryCode(RECOVERY_CODE)}::bytea from second_factors`.execute(db)
  await sql`insert into notification_settings (account_id, missed_calls_email, missed_calls_sms, incidents_email,
      incidents_sms, late_calls_email, late_calls_sms, answered_calls_email, answered_calls_sms, billing_email, billing_sms,
      summary_frequency, summary_hour, summary_since)
    select id, true, true, true, true, true, true, true, false, true, false, 'weekly', 17, now()
    from accounts where username = 'jane'`.execute(db)
  await sql`insert into signing_keys (name, secret) values ('incident-links', ${LINK_SECRET})`.execute(db)
  await sql`insert into loved_ones (account_id, name, phone_number, timezone)
    select id, name, number, 'Australia/Sydney' from accounts, (values
      ('Margaret Hartley', ${RINGING}), ('Bert Hartley', ${DIALLING}), ('June Hartley', ${QUEUED})) as of (name, number)
    where username = 'jane'`.execute(db)
  await sql`insert into activity (account_id, activity_type, description)
    select id, type, words from accounts, (values ('loved_one_added', 'Margaret Hartley added as a loved one'),
      ('call_acknowledged', 'You reached June Hartley')) as entry (type, words) where username = 'jane'`.execute(db)
  // One phone rings, one was being dialled when its worker ended, and one waits for its second try.
  await sql`insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, attempts_made, dial_at, dial_by,
      started_at)
    select account_id, id, 'daily_check_in', now() - interval '1 minute', 'in_progress', 1,
      case when phone_number = ${QUEUED} then now() - interval '1 second' end,
      case when phone_number = ${QUEUED} then now() + interval '30 minutes' end, now() - interval '1 minute'
    from loved_ones`.execute(db)
  await sql`insert into dials (purpose, call_id, attempt_number, phone_number, state, provider_call_id, started_at, dial_by,
      next_at, ended_at, outcome)
    select 'care', calls.id, 1, phone_number,
      case phone_number when ${RINGING} then 'placed' when ${DIALLING} then 'dialling' else 'ended' end,
      case phone_number when ${RINGING} then 'not known yet' when ${QUEUED} then 'CA-rang-out' end,
      now() - interval '1 minute', now() + interval '30 minutes',
      case when phone_number <> ${QUEUED} then now() + interval '5 seconds' end,
      case when phone_number = ${QUEUED} then now() - interval '30 seconds' end,
      case when phone_number = ${QUEUED} then 'no_answer' end
    from calls join loved_ones on loved_ones.id = calls.loved_one_id`.execute(db)
  await sql`insert into incidents (account_id, loved_one_id, cause, headline, opened_at, begun_at, round_at, next_at)
    select account_id, id, 'help', 'June Hartley asked for help', now(), now(), now(), now() + interval '1 day'
    from loved_ones where phone_number = ${QUEUED}`.execute(db)
  await sql`insert into incident_causes (incident_id, cause, headline, happened_at)
    select id, cause, headline, opened_at from incidents`.execute(db)
  await sql`insert into incident_people (incident_id, position, role, name, phone_number, email)
    select id, 1, 'account_holder', 'Jane Hartley', '+61491570006', 'jane@example.com' from incidents`.execute(db)
}

/** The phone of that loved one rings at the provider, for the attempt that the release before had made. */
async function letItRing(db: Db, phones: Phones, port: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from dials where phone_number = ${RINGING}`.execute(db)
  const attemptId = Number(rows[0]?.id)
  // Until somebody can be asked what to say.
  phones.simulator.setWatched(RINGING, true)
  const telephony = twilioTelephony({
    accountSid: phones.env.TWILIO_ACCOUNT_SID ?? '',
    authToken: phones.env.TWILIO_AUTH_TOKEN ?? '',
    from: phones.env.TWILIO_PHONE_NUMBER ?? '',
    baseUrl: phones.env.TWILIO_API_BASE_URL,
    publicUrl: `http://127.0.0.1:${port}`,
  })
  const outcome = await telephony.dial({ to: RINGING, attemptId })
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  await sql`update dials set provider_call_id = ${outcome.providerCallId} where id = ${attemptId}`.execute(db)
}

/** What must be as it was, by its ids: read before and after. */
async function kept(db: Db) {
  const rows = async (table: string, columns = 'id') =>
    (await sql.raw(`select ${columns} from ${table} order by 1, 2`).execute(db)).rows
  return {
    accounts: await rows('accounts', 'id, created_at'),
    lovedOnes: await rows('loved_ones', 'id, account_id, name'),
    calls: await rows('calls', 'id, account_id, loved_one_id, scheduled_for, status, dial_at'),
    dials: await rows('dials', 'id, call_id, phone_number, state, provider_call_id, next_at'),
    incidents: await rows('incidents', 'id, account_id, loved_one_id, status, next_at'),
    incidentPeople: await rows('incident_people', 'id, incident_id, name'),
    sessions: await rows('sessions', 'id, account_id, token_hash, expires_at'),
    secondFactors: await rows('second_factors', 'id, secret'),
    activity: await rows('activity', 'id, account_id, description, created_at'),
  }
}

test('accounts become people and circles in an upgrade that is killed again and again: nobody is signed out, every link opens, calls under way end and incidents go on', async () => {
  const phones = await startPhones({ ringSeconds: 1 })
  const port = await aFreePort()
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  await withDatabaseBefore('0113_people_and_circles.sql', async ({ query, url, upgrade }) => {
    await query(releaseBefore)
    const before = await query(kept)
    const holders = await query((db) =>
      sql<{ id: number; username: string }>`select id, username from accounts order by id`.execute(db),
    )
    // The first tables that it changes, one in its middle, and one of its last.
    for (const table of ['accounts', 'sessions', 'second_factors', 'notification_settings']) {
      await killMigrationAt(table, { url, query })
      expect(await query(kept), `killed at ${table}`).toEqual(before)
      const { rows } = await query((db) => sql`select to_regclass('people') as people`.execute(db))
      expect(rows).toEqual([{ people: null }])
    }
    await query((db) => letItRing(db, phones, port))
    const atLast = await query(kept)
    await upgrade()
    expect(await query(kept)).toEqual(atLast)

    const members = await query((db) =>
      db
        .selectFrom('members')
        .innerJoin('people', 'people.id', 'members.personId')
        .select(['accountId', 'personId as id', 'username', 'members.role', 'people.role as is'])
        .orderBy('accountId')
        .execute(),
    )
    expect(members).toEqual(
      holders.rows.map(({ id, username }) => ({
        ...{ accountId: Number(id), id: Number(id), username, role: 'owner' },
        is: username === 'rao' ? 'admin' : 'account_holder',
      })),
    )

    const server = await startKillableServer({
      port,
      databaseUrl: url,
      twilio: {
        accountSid: phones.env.TWILIO_ACCOUNT_SID ?? '',
        authToken: phones.env.TWILIO_AUTH_TOKEN ?? '',
        from: phones.env.TWILIO_PHONE_NUMBER ?? '',
        baseUrl: phones.env.TWILIO_API_BASE_URL,
      },
      dialTiming: DIAL_TIMING,
      escalation: ESCALATION_TIMING,
      deliveryTimeouts: DELIVERY_TIMEOUTS,
      environment: { BILLING: 'off' },
    })
    try {
      const ask = async (path: string, body?: object, token?: string) => {
        const answer = await fetch(at(path), {
          method: body ? 'POST' : 'GET',
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        const text = await answer.text()
        return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
      }

      // Both are signed in as they were, each in a circle of their own.
      const [jane, rao] = [holders.rows[0]?.id, holders.rows[1]?.id].map(Number)
      expect((await ask('/api/me', undefined, SESSION)).body).toMatchObject({
        ...{ id: jane, username: 'jane', phoneNumber: '+61491570006', emailVerified: true },
        circle: { id: jane, role: 'owner', mayHearCalls: true },
      })
      expect((await ask('/api/me', undefined, SESSION_OF_RAO)).body).toMatchObject({ id: rao, role: 'admin' })
      expect((await ask('/api/loved-ones', undefined, SESSION)).body).toHaveLength(3)
      expect((await ask('/api/activity', undefined, SESSION)).body).toContainEqual(
        expect.objectContaining({ description: 'Margaret Hartley added as a loved one', by: null }),
      )
      expect((await ask('/api/activity', undefined, SESSION)).body).toContainEqual(
        expect.objectContaining({ description: 'You reached June Hartley', by: { id: jane, name: 'Jane Hartley' } }),
      )
      expect((await ask('/api/notification-settings', undefined, SESSION)).body).toMatchObject({
        answeredCalls: { email: true, sms: false },
        summary: { frequency: 'weekly', hour: 17 },
      })

      // The second factor is asked for, and a recovery code of before is right.
      const login = { username: 'jane', password: A_PASSWORD }
      expect(await ask('/api/login', login)).toMatchObject({ status: 401, body: { message: CODE_NEEDED } })
      expect((await ask('/api/login', { ...login, code: RECOVERY_CODE })).status).toBe(200)

      // Every link that was sent opens.
      expect((await ask('/api/email/verify', { token: EMAIL_LINK })).status).toBe(200)
      expect((await ask('/api/password/reset', { token: RESET, password: 'Quiet-Evening-8' })).status).toBe(200)
      expect((await ask('/api/login', { username: 'rao', password: 'Quiet-Evening-8' })).status).toBe(200)
      const person = Number(
        (await query((db) => sql<{ id: number }>`select id from incident_people`.execute(db))).rows[0]?.id,
      )
      const token = incidentLinks(LINK_SECRET).tokenFor(person, new Date(Date.now() + 3_600_000))
      expect((await ask(`/api/incidents/${token}`)).body).toMatchObject({ status: 'running', cause: 'help' })
      expect((await ask('/api/incidents', undefined, SESSION)).body).toMatchObject([{ status: 'running' }])
      expect((await ask(`/api/incidents/${token}/answer`, { answer: 'calling' })).body).toMatchObject({
        status: 'owned',
        owner: { name: 'Jane Hartley', isYou: true },
      })

      phones.simulator.setWatched(RINGING, false)
      // The phone that rang is answered, the dial without an answer and the waiting try are made: each call ends once.
      const ended = (db: Db) =>
        db.selectFrom('calls').select(['id', 'status']).where('status', '<>', 'in_progress').orderBy('id').execute()
      await waitUntil('every call has ended', async () => (await query(ended)).length === 3, {
        seconds: 90,
        everyMs: 500,
      })
      expect((await query(ended)).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
      const rings = [RINGING, DIALLING, QUEUED].map((number) => phones.simulator.callsTo(number).length)
      expect(rings).toEqual([1, 1, 1])
      // The link that takes back an address comes last, since it ends the sessions.
      expect((await ask('/api/profile/undo', { token: UNDO })).status).toBe(200)
      const emails = await query((db) => db.selectFrom('people').select('email').orderBy('id').execute())
      expect(emails).toEqual([{ email: 'jane.before@example.com' }, { email: 'rao@example.com' }])
    } finally {
      await server.kill9()
    }
  })
  await phones.close()
}, 300_000)

test('an upgrade that is killed between its migrations continues with the next one', async () => {
  await withDatabaseBefore('0113_people_and_circles.sql', async ({ query, url }) => {
    await query(releaseBefore)
    const before = await query(kept)
    await killMigrationAt('activity', { url, query })
    const names = async () =>
      (
        await query((db) =>
          sql<{ name: string }>`select name from schema_migrations order by name desc limit 1`.execute(db),
        )
      ).rows
    expect((await names())[0]?.name).not.toBe('0112_dashboard_of_many.sql')
    expect(await query(kept)).toEqual(before)
    await migrate(url, { directory: join(import.meta.dirname, '../migrations') })
    expect(await query(kept)).toEqual(before)
  })
}, 120_000)
