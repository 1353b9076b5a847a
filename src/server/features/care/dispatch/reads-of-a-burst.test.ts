import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIAL_TIMING } from '#server/features/dialling/public.ts'
import { cancelRingingAlerts, type IncidentDeps } from '#server/features/incidents/public.ts'
import { testDatabase } from '#test/database.ts'
import { insertAccount } from '#test/insert-account.ts'
import { lockDueCalls } from '../attempts/due-calls.ts'
import { leaseAttempts } from './dial-attempt.ts'
import { dispatchQueue } from './dispatch-queue.ts'

const DUE = 1_000
const NOW = new Date('2026-03-10T00:00:00Z')
const clock = { now: () => NOW }

/** One connection, which counts what it reads. */
const { db, close } = await testDatabase({ poolSize: 1 })
afterAll(close)

/** A thousand calls are due, and PostgreSQL gathers its statistics before the first of them leaves. */
beforeAll(async () => {
  await insertAccount(db, { username: 'robyn', email: 'robyn@example.com', verifiedEmail: 'robyn@example.com' })
  await sql`
    insert into loved_ones (account_id, name, phone_number, timezone)
    select id, 'Margaret', '+61' || 400000000 + n, 'Australia/Sydney' from accounts, generate_series(1, ${DUE}) as n`.execute(
    db,
  )
  await sql`
    insert into calls (account_id, loved_one_id, call_type, scheduled_for, dial_at, dial_by)
    select account_id, id, 'daily_check_in', ${NOW}, ${NOW}, ${NOW}::timestamptz + interval '15 minutes'
    from loved_ones order by id`.execute(db)
  await sql`vacuum (analyze) calls`.execute(db)
  await sql`vacuum (analyze) loved_ones`.execute(db)
  // As for a statement that comes again and again.
  await sql`set plan_cache_mode = force_generic_plan`.execute(db)
})

/** Claims so many more of them. Returns their attempts. */
async function claim(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with claimed as (
      update calls set status = 'in_progress', started_at = ${NOW}, tries_made = 1, dial_at = null, dial_by = null
      where id in (select id from calls where status = 'scheduled' order by id limit ${count})
      returning id, loved_one_id
    )
    insert into attempts (call_id, attempt_number, phone_number, started_at, dial_by, next_at)
    select claimed.id, 1, phone_number, ${NOW}, ${NOW}, ${NOW}::timestamptz + interval '1 minute'
    from claimed join loved_ones on loved_ones.id = loved_one_id
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many blocks of calls and their dials `read` touches. */
async function blocksOf(read: () => Promise<unknown>): Promise<number> {
  const before = await blocksTouched()
  await read()
  return (await blocksTouched()) - before
}

/** How many rows of loved ones were read, or looked up in an index. */
async function peopleRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'loved_ones'))::int as read
    from pg_stat_user_tables where relname = 'loved_ones'`.execute(db)
  return rows[0]?.read ?? 0
}

async function blocksTouched(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ blocks: number }>`
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int as blocks
    from pg_statio_user_tables where relname in ('calls', 'dials')`.execute(db)
  return rows[0]?.blocks ?? 0
}

test('a lease reads no more while five hundred calls are under way than while ten are', async () => {
  const lease = (ids: readonly number[]) => leaseAttempts({ db, clock, timing: DIAL_TIMING, consent: 'asked' }, ids)
  const first = await claim(10)
  const few = await blocksOf(() => lease(first))
  const attemptIds = await claim(500)
  const last = attemptIds.slice(-10)
  const many = await blocksOf(async () => {
    expect(new Set((await lease(last)).keys())).toEqual(new Set(last))
  })
  expect(many).toBeLessThan(2 * few)
})

test('of a long queue a claim reads the calls that it takes', async () => {
  const rows = await db.selectFrom('calls').select('id').where('status', '=', 'scheduled').orderBy('id').execute()
  const queue = rows.map(({ id }) => id)
  const lock = (ids: readonly number[]) =>
    db.transaction().execute(async (trx) => {
      const locked = await lockDueCalls(trx, NOW, ids, 10)
      expect(locked.map(({ id }) => id)).toEqual(ids.slice(0, 10))
    })
  const short = await blocksOf(() => lock(queue.slice(0, 10)))
  expect(await blocksOf(() => lock(queue))).toBeLessThan(2 * short)
})

test('the order of the few calls that are due does not read everybody, although many were due before', async () => {
  const due = await db.selectFrom('calls').select('id').where('status', '=', 'scheduled').execute()
  expect(due.length).toBeGreaterThan(100)
  await claim(due.length - 5)
  const before = await peopleRead()
  const queue = dispatchQueue({ ownNumbers: ['+61255501234'], isShared: false })
  await db.transaction().execute((trx) => queue.load(trx, NOW, new Map([['+61255501234', 10]])))
  expect(queue.head('+61255501234', 10)).toHaveLength(5)
  expect((await peopleRead()) - before).toBeLessThan(20)
})

test('the search for phones that ring for no reason does not read the dials of calls', async () => {
  // Nothing is cancelled, so nothing else of them is used.
  const search = () => cancelRingingAlerts({ db, clock } as IncidentDeps)
  await sql`
    insert into attempts (call_id, attempt_number, phone_number, started_at, dial_by, state, next_at)
    select id, 100 + n, '+61400000000', ${NOW}, ${NOW}, 'placed', ${NOW}
    from calls, generate_series(1, 10) as n`.execute(db)
  await sql`vacuum (analyze) dials`.execute(db)

  expect(await blocksOf(search)).toBeLessThan(60)
})
