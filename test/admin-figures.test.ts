import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { countCallsPerDay } from '#server/features/admin/system/count-calls-per-day.ts'
import { countStats } from '#server/features/admin/system/count-stats.ts'
import { foldCallCounts } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertCarers } from '../bench/insert-carers.ts'
import { testDatabase } from './database.ts'

const FEW = 1_000
const MANY = 30_000
const DAYS = 30
const COUNTS = ['call_counts', 'call_count_changes']
const NOW = new Date('2026-03-10T00:00:00Z')
const days = Array.from({ length: DAYS }, (_, index) =>
  Temporal.PlainDate.from('2026-02-09').add({ days: index }).toString(),
)

const { db, close } = await testDatabase({ poolSize: 1 })
afterAll(close)

/** So many more calls that have ended in the last thirty days, each day in four quarters of an hour, and are counted. */
async function calls(count: number): Promise<void> {
  await sql`
    insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, tries_made, ended_at)
    select account_id, id, 'daily_check_in', at, (array['completed', 'missed', 'voicemail'])[n % 3 + 1], 1, at
    from loved_ones, generate_series(1, ${count}) as n,
      lateral (select ${NOW}::timestamptz - (n * 7919) % 120 * interval '6 hours' as at) as times`.execute(db)
  await foldCallCounts(db, NOW)
  await sql`vacuum (analyze) calls`.execute(db)
  await sql`vacuum (analyze) call_counts`.execute(db)
  await sql`vacuum (analyze) call_count_changes`.execute(db)
}

/** How many blocks of tables the statements of `read` touch, as the server counts them. */
async function blocksOf(tables: readonly string[], read: (connection: Db) => Promise<unknown>): Promise<number> {
  return db.connection().execute(async (connection) => {
    // The catalogue is read the first time.
    await read(connection)
    const touched = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(connection)
      const { rows } = await sql<{ blocks: number }>`
        select (coalesce(sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)), 0))::int as blocks
        from pg_statio_user_tables where relname = any(${tables}::text[])`.execute(connection)
      return rows[0]?.blocks ?? 0
    }
    const before = await touched()
    await read(connection)
    return (await touched()) - before
  })
}

test('the admin’s figures touch as much of the database with many calls as with few', async () => {
  await insertCarers(db, 1)
  await sql`
    insert into loved_ones (account_id, name, phone_number, timezone)
    select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
  await calls(FEW)
  const chart = (connection: Db) => countCallsPerDay(connection, days, 'Australia/Sydney')
  const blocks = async () => ({
    cards: await blocksOf(COUNTS, countStats),
    chart: await blocksOf(COUNTS, chart),
    callsOfCards: await blocksOf(['calls'], countStats),
    callsOfChart: await blocksOf(['calls'], chart),
    everyCall: await blocksOf(['calls'], (connection) =>
      sql`select max(duration_seconds) from calls`.execute(connection),
    ),
  })
  const few = await blocks()
  await calls(MANY - FEW)
  const many = await blocks()
  const found = JSON.stringify({ few, many })
  expect(many.everyCall, found).toBeGreaterThan(8 * few.everyCall)
  expect(few.cards, found).toBeGreaterThan(0)
  // Rows that were added to leave some room behind.
  expect(many.cards, found).toBeLessThan(few.cards + 30)
  expect(many.chart, found).toBeLessThan(few.chart + 30)
  expect(many.callsOfCards, found).toBe(0)
  // It asks an index for those that have not ended: there are none.
  expect(many.callsOfChart, found).toBe(few.callsOfChart)
})
