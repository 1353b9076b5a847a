import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyQuery } from '#contract/calls/call-forms.ts'
import { authenticateBySession, startSession } from '#server/features/accounts/sign-in/sessions.ts'
import { listAwaysOfAll } from '#server/features/aways/away-view.ts'
import { planFactsOf } from '#server/features/billing/limits/plan-facts.ts'
import { readWeek } from '#server/features/calls/occurrences/read-week.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { listHistory, listRecurring, listUpcoming } from '#server/features/calls/view/list-calls.ts'
import { countStats } from '#server/features/dashboard/count-stats.ts'
import { readToday } from '#server/features/dashboard/read-today.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import { listLovedOnes, listLovedOnesOf } from '#server/features/loved-ones/loved-one-view.ts'
import { readReport, readReportedCalls } from '#server/features/reports/read-report.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createLogger } from '#server/platform/health/logger.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { insertCarers } from '../bench/insert-carers.ts'
import { testDatabase } from './database.ts'

const ACCOUNTS = 4_000
const LOVED_ONES = 2 // of each
const CALLS = 6 // to each, half of them over

/** Once these have as many rows, reading them from end to end is what a list must never do. */
const LARGE = ['accounts', 'sessions', 'loved_ones', 'contacts', 'call_schedules', 'calls']

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

const { db, close } = await testDatabase()
afterAll(close)

beforeAll(async () => {
  await insertCarers(db, ACCOUNTS)
  await sql`
    insert into sessions (token_hash, account_id, person_id, created_at, last_used_at, expires_at)
    select sha256(account_id::text::bytea), account_id, person_id, now(), now(), now() + interval '1 day' from members`.execute(
    db,
  )
  await sql`
    insert into loved_ones (account_id, name, phone_number, timezone, relationship)
    select 1 + (n - 1) / ${sql.lit(LOVED_ONES)}, 'Loved one ' || n, '+61' || (400000050 + n * 100), 'Australia/Sydney', 'parent'
    from generate_series(1, ${sql.lit(ACCOUNTS * LOVED_ONES)}) as n`.execute(db)
  await sql`
    insert into contacts (account_id, loved_one_id, name, phone_number, is_emergency_contact, position)
    select account_id, id, 'Contact', phone_number, id % 2 = 0, 1 from loved_ones`.execute(db)
  await sql`
    insert into call_schedules (account_id, loved_one_id, call_type, recurrence_pattern, time_of_day)
    select account_id, id, 'daily_check_in', 'daily', '09:00' from loved_ones order by id`.execute(db)
  await sql`
    insert into calls (account_id, loved_one_id, schedule_id, call_type, scheduled_for, status, dial_at, dial_by, ended_at)
    select account_id, loved_ones.id, case when n = 1 then loved_ones.id end, 'daily_check_in', at,
      case when n > 0 then 'scheduled' else 'completed' end,
      case when n > 0 then at end, case when n > 0 then at + interval '1 hour' end, case when n <= 0 then at end
    from loved_ones, generate_series(1 - ${sql.lit(CALLS / 2)}, ${sql.lit(CALLS / 2)}) as n,
      lateral (select now() + n * interval '1 day' as at) as times`.execute(db)
  await sql`analyze`.execute(db)
})

/** The statements that the reads behind the screens leave prepared on a connection. */
async function statementsOfReads(connection: Db): Promise<string[]> {
  const account = { id: ACCOUNTS / 2, mayHear: true }
  const views = {
    db: connection,
    incidents: incidentsOfCalls,
    consent: 'asked' as const,
    sealing: createSealing({}, createLogger({ level: 'silent' })),
  }
  const owner = await connection
    .selectFrom('owners')
    .select(['personId as id', 'accountId'])
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  const token = await startSession(connection, owner, new Date())
  // Prepared is what comes again.
  for (let time = 0; time < 6; time += 1)
    await readEverything(connection, { ...account, personId: owner.id }, views, token)
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select%'`.execute(connection)
  return rows.map(({ statement }) => statement)
}

async function readEverything(
  connection: Db,
  account: ReadAccount & { personId: number },
  views: Parameters<typeof listUpcoming>[0],
  token: string,
): Promise<void> {
  await authenticateBySession({ db: connection, clock: systemClock })(token)
  const [next] = await listUpcoming(views, account, { limit: 100 })
  if (!next) throw new Error('There is no upcoming call')
  await listUpcoming(views, account, { lovedOneId: next.lovedOneId, limit: 100 })
  for (const at of [undefined, new Date(next.scheduledTime)]) {
    await listUpcoming(views, account, { after: { id: next.id, at }, limit: 100 })
    await listUpcoming(views, account, { after: { id: next.id, at }, search: 'loved', limit: 100 })
  }
  await listRecurring(views, account, { limit: 200 })
  await listRecurring(views, account, { search: 'loved', limit: 200 })
  for (const filter of ['all', 'completed', 'failed'] as const) {
    await listHistory(views, account, historyQuery.parse({ filter }))
    await listHistory(views, account, historyQuery.parse({ filter, before: next.id, lovedOneId: next.lovedOneId }))
  }
  await findCall(views, account, next.id)
  const people = { ...views, clock: systemClock }
  await listLovedOnes(people, account, { limit: 200 })
  await listLovedOnes(people, account, {
    limit: 200,
    after: next.lovedOneId,
    search: '0400',
    service: 'wake_up_call',
  })
  await listLovedOnesOf(people, account, [next.lovedOneId])
  await readToday(people, account)
  const reader = { accountId: account.id, personId: account.personId }
  await readReport(people, reader, { lovedOneId: next.lovedOneId, days: 90 })
  await readReportedCalls(people, account.id, { lovedOneId: next.lovedOneId, days: 90 })
  await readWeek(people, { account, from: '2026-03-09', limit: 50, after: undefined, lovedOneId: undefined })
  await listAwaysOfAll(people, account.id, { limit: 200, after: undefined })
  await countStats(connection, account.id)
  await planFactsOf(connection, account.id, { isBillingOn: true })
}

/** Which tables the plan that a connection keeps, made for any values, reads from end to end. */
async function readFromEndToEnd(connection: Db, statement: string): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (format json, generic_plan) ${sql.raw(statement)}`
    .withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result })
    .execute(connection)
  const plan = Object.values(rows[0] ?? {})[0]?.[0]?.Plan
  if (!plan) throw new Error('There is no plan')
  return scans(plan)
}

function scans(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scans)]
}

test('no list scans a whole table, whichever account its plan was made for', async () => {
  await db.connection().execute(async (connection) => {
    const statements = await statementsOfReads(connection)
    expect(statements.length).toBeGreaterThanOrEqual(12)
    for (const statement of statements) {
      const large = (await readFromEndToEnd(connection, statement)).filter((table) => LARGE.includes(table))
      expect(large, statement).toEqual([])
    }
  })
})

test('a list of a table that is small today has an index for when the table grows', async () => {
  await db.connection().execute(async (connection) => {
    const statements = await statementsOfReads(connection)
    await sql`set enable_seqscan = off`.execute(connection)
    for (const statement of statements) {
      const small = (await readFromEndToEnd(connection, statement)).filter((table) => !LARGE.includes(table))
      expect(small, statement).toEqual([])
    }
    await sql`reset enable_seqscan`.execute(connection)
  })
})
