import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countCallsPerDay } from '#server/features/admin/system/count-calls-per-day.ts'
import { countStats } from '#server/features/admin/system/count-stats.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { endCall, noteReached } from '../public.ts'
import { foldCallCounts } from './fold-call-counts.ts'

const DAY = 86_400_000
const ZONE = 'Australia/Adelaide'
const DAYS = Array.from({ length: 30 }, (_, index) =>
  Temporal.PlainDate.from('2026-02-09').add({ days: index }).toString(),
)

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  await care.startOver(NINE_IN_SYDNEY)
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
})

const fold = (db: Db = care.db) => foldCallCounts(db, care.clock.now())
const figures = async () => ({
  completed: (await countStats(care.db)).completedCallsCount,
  perDay: (await countCallsPerDay(care.db, DAYS, ZONE)).filter(({ counts }) => Object.keys(counts).length > 0),
})

/** The same figures by counting every call there is. */
async function naiveFigures() {
  const { rows } = await sql<{ day: string; name: string; calls: number }>`
    select to_char(scheduled_for at time zone ${ZONE}, 'YYYY-MM-DD') as day, count(*)::int as calls,
      case when status in ('completed', 'scheduled', 'in_progress', 'away') then status
        when refused_at is not null then 'not_wanted'
        when cancelled_at is not null and resolved_at is not null then 'reached'
        when cancelled_at is not null then 'cancelled' else status end as name
    from calls group by 1, 3 order by 1, 3`.execute(care.db)
  const perDay = Map.groupBy(
    rows.filter(({ day }) => DAYS.includes(day)),
    ({ day }) => day,
  )
  return {
    completed: rows.filter(({ name }) => name === 'completed').reduce((sum, { calls }) => sum + calls, 0),
    perDay: [...perDay].map(([day, counted]) => ({
      day,
      counts: Object.fromEntries(counted.map(({ name, calls }) => [name, calls])),
    })),
  }
}

/** One-off calls on the last days, in every state, over every quarter of the day. */
async function manyCalls(count: number, days = 40) {
  await sql`
    insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, tries_made, ended_at, dial_at,
      dial_by, cancelled_at, resolved_at, refused_at)
    select ${account.id}, ${lovedOneId}, 'daily_check_in', at, status, n % 2, case when is_over then at end,
      case when status = 'scheduled' then at end, case when status = 'scheduled' then at end,
      case when n % 5 = 0 then at end, case when n % 10 = 0 then at end, case when n % 7 = 0 then at end
    from generate_series(1, ${count}) as n,
      lateral (select ${care.clock.now()}::timestamptz - n % ${days} * interval '1 day' - n * interval '7 minutes 13 seconds' as at,
        (array['completed', 'missed', 'failed', 'voicemail', 'away', 'in_progress', 'scheduled'])[n % 7 + 1] as status) as made,
      lateral (select status not in ('in_progress', 'scheduled') as is_over) as state`.execute(care.db)
}

test('figures are the same before and after a fold, and the same as counting every call', async () => {
  await manyCalls(2_000)
  const naive = await naiveFigures()
  expect(naive.perDay.length).toBeGreaterThan(25)
  expect(await figures()).toEqual(naive)
  expect(await fold()).toBeGreaterThan(1_000)
  expect(await figures()).toEqual(naive)
  expect(await fold()).toBe(0)
  expect(await figures()).toEqual(naive)
})

test('an end that is corrected after it was counted moves from one figure to the other', async () => {
  await manyCalls(200)
  await fold()
  const [first, second] = await care.db
    .selectFrom('calls')
    .select('id')
    .where('status', '=', 'missed')
    .where('refusedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .execute()
  if (!first || !second) throw new Error('There are no missed calls')
  const { clock, sealing } = care.deps
  await care.db.transaction().execute(async (trx) => {
    await endCall(trx, first.id, { status: 'completed', reason: null, durationSeconds: 5, now: clock.now() })
    await trx.updateTable('calls').set({ cancelledAt: clock.now() }).where('id', '=', second.id).execute()
    await noteReached(sealing, trx, second.id, { now: clock.now(), note: null })
  })
  const naive = await naiveFigures()
  expect(await figures()).toEqual(naive)
  await fold()
  expect(await figures()).toEqual(naive)
})

test('a change that is taken back with its transaction is not counted', async () => {
  await manyCalls(20)
  const before = await figures()
  const rolledBack = care.db.transaction().execute(async (trx) => {
    await trx.updateTable('calls').set({ status: 'completed' }).where('status', '=', 'missed').execute()
    throw new Error('No')
  })
  await expect(rolledBack).rejects.toThrow('No')
  await fold()
  expect(await figures()).toEqual(before)
})

test('deleting calls, loved ones and accounts changes no figure of what happened', async () => {
  await manyCalls(300)
  await care.db.deleteFrom('calls').where('status', 'in', ['scheduled', 'in_progress']).execute()
  await fold()
  const before = await figures()
  await care.db.deleteFrom('calls').where('id', '<', 1_000_000_000).execute()
  expect(await figures()).toEqual(before)
  await care.db.deleteFrom('accounts').execute()
  await fold()
  expect(await figures()).toEqual(before)
})

test('quarters that are older than the figures of single days become one row for each kind of end', async () => {
  await manyCalls(500, 120)
  await fold()
  const before = await figures()
  care.clock.advance(200 * DAY)
  await fold()
  const { rows } = await sql<{ old: number; recent: number }>`
    select (count(*) filter (where starts_at = '-infinity'))::int as old,
      (count(*) filter (where starts_at > '-infinity'))::int as recent from call_counts`.execute(care.db)
  expect(rows[0]?.recent).toBe(0)
  expect(rows[0]?.old).toBeGreaterThan(5)
  expect((await figures()).completed).toBe(before.completed)
})

test('workers that fold while calls end count each end once', async () => {
  await manyCalls(1_000)
  const open = await care.db.selectFrom('calls').select('id').where('status', '=', 'in_progress').execute()
  const now = care.clock.now()
  const end = async ({ id }: { id: number }) => {
    await care.db
      .transaction()
      .execute((trx) => endCall(trx, id, { status: 'missed', reason: 'It rang out.', durationSeconds: null, now }))
    await care.db
      .transaction()
      .execute((trx) => endCall(trx, id, { status: 'completed', reason: null, durationSeconds: 5, now }))
  }
  await Promise.all([...open.map(end), ...Array.from({ length: 20 }, () => fold())])
  const naive = await naiveFigures()
  expect(await figures()).toEqual(naive)
  await fold()
  expect(await figures()).toEqual(naive)
  expect(await care.db.selectFrom('callCountChanges').select('id').execute()).toEqual([])
})

test('the quarter that is counted is that of the promised time', async () => {
  const at = new Date(NINE_IN_SYDNEY.getTime() + 14 * 60_000 + 59_999)
  await care.db
    .insertInto('calls')
    .values({
      accountId: account.id,
      lovedOneId,
      callType: 'daily_check_in',
      scheduledFor: at,
      status: 'missed',
      endedAt: at,
    })
    .execute()
  await fold()
  const counted = await care.db.selectFrom('callCounts').select(['startsAt', 'calls']).execute()
  expect(counted).toEqual([{ startsAt: NINE_IN_SYDNEY, calls: 1 }])
})
