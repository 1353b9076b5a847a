import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { movableClock } from '#test/movable-clock.ts'
import type { Logger } from '../health/logger.ts'
import { claimDue, type DueRow, postponeDue, releaseDue } from './due-rows.ts'
import { type DueWork, runDueWork } from './run-due-work.ts'

const NOW = new Date('2026-03-09T22:00:00Z')
const LEASE_MS = 30_000
/** The table of due work that refers to no other. */
const TABLE = { table: 'calls_to_cancel', key: 'provider_call_id' } as const
type Row = DueRow & { providerCallId: string }
type Outcome = 'ran' | 'locked' | 'failed' | 'throws'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.db.deleteFrom('callsToCancel').execute())
afterAll(() => database.close())

const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const claim = (now: Date) =>
  claimDue<Row>(database.db, TABLE, { now, leaseMs: LEASE_MS, limit: 10, columns: ['provider_call_id'] })
const stored = () =>
  database.db
    .selectFrom('callsToCancel')
    .select(['providerCallId', 'nextAt', 'claimedUntil', 'failures'])
    .orderBy('providerCallId')
    .execute()
const first = async () => (await stored())[0]

/** Rows that are due, given up after three failures; what the runner does with them is written down in order. */
async function someWork(outcomes: Record<string, Outcome>, broken: Partial<DueWork<Row>> = {}) {
  const clock = movableClock(NOW)
  for (const providerCallId of Object.keys(outcomes)) {
    const row = { providerCallId, phoneHash: '', since: NOW, nextAt: NOW }
    await database.db.insertInto('callsToCancel').values(row).execute()
  }
  const done: string[] = []
  const logged: string[] = []
  const work: DueWork<Row> = {
    name: 'try a row',
    table: TABLE,
    longestWaitMs: 8_000,
    claim,
    run: async ({ providerCallId }, now) => {
      done.push(`run ${providerCallId}`)
      const outcome = outcomes[providerCallId]
      if (outcome === 'throws' || outcome === undefined) throw new Error('broken')
      const nextAt = new Date(now.getTime() + 3_600_000)
      if (outcome === 'ran')
        await database.db
          .updateTable('callsToCancel')
          .set({ nextAt })
          .where('providerCallId', '=', providerCallId)
          .execute()
      return outcome
    },
    isExhausted: (_, failures) => failures >= 3,
    giveUp: async ({ providerCallId }) => void done.push(`give up ${providerCallId}`),
    keyOf: ({ providerCallId }) => providerCallId,
    idsOf: ({ providerCallId }) => ({ sid: providerCallId }),
    ...broken,
  }
  const log: Pick<Logger, 'error'> = { error: (_: unknown, message?: string) => void logged.push(message ?? '') }
  return { clock, done, logged, run: () => runDueWork({ db: database.db, clock, log }, work) }
}

test('a row that fails keeps no other row waiting, and the count is of those that ran', async () => {
  const { run, done } = await someWork({ a: 'throws', b: 'ran', c: 'locked', d: 'failed' })
  expect(await run()).toBe(1)
  expect(done).toEqual(['run a', 'run b', 'run c', 'run d'])
  expect((await stored()).map(({ failures }) => failures)).toEqual([1, 0, 0, 1])
  expect((await stored()).map(({ claimedUntil }) => claimedUntil)).toEqual([null, null, null, null])
})

test('a failed row is retried at growing intervals', async () => {
  const { run, clock } = await someWork({ a: 'throws' })
  await run()
  expect(await first()).toMatchObject({ failures: 1, nextAt: secondsLater(1) })
  clock.set(secondsLater(1))
  await run()
  expect(await first()).toMatchObject({ failures: 2, nextAt: secondsLater(3) })
})

test('a row that has to be tried before its back-off has passed is', async () => {
  const { run } = await someWork({ a: 'throws' }, { noLaterThan: () => secondsLater(0.5) })
  await run()
  expect(await first()).toMatchObject({ failures: 1, nextAt: secondsLater(0.5) })
})

test('a row that runs after it failed starts from nothing; one that another worker holds does not', async () => {
  const { run } = await someWork({ a: 'ran', b: 'locked' })
  await database.db.updateTable('callsToCancel').set({ failures: 2 }).execute()
  await run()
  expect((await stored()).map(({ failures }) => failures)).toEqual([0, 2])
})

test('an exhausted row is given up and still retried, and given up again where giving up failed', async () => {
  let givenUp = 0
  const { run, clock, logged } = await someWork(
    { a: 'throws' },
    {
      giveUp: async () => {
        givenUp += 1
        if (givenUp === 1) throw new Error('the database is down')
      },
    },
  )
  for (let round = 0; round < 4; round += 1) {
    await run()
    clock.set((await first())?.nextAt ?? NOW)
  }
  expect(givenUp).toBe(2)
  expect(logged).toContain('End of failed work could not be saved; retrying')
  expect(await first()).toMatchObject({ failures: 4 })
})

test('the other rows are done and the lease ends by itself where a failure cannot even be written', async () => {
  const { run, logged, clock, done } = await someWork({ a: 'throws', b: 'ran' })
  await sql`alter table calls_to_cancel add constraint spoilt check (failures = 0) not valid`.execute(database.db)
  expect(await run()).toBe(1)
  await sql`alter table calls_to_cancel drop constraint spoilt`.execute(database.db)
  expect(await first()).toMatchObject({ failures: 0, nextAt: NOW, claimedUntil: secondsLater(30) })
  expect(logged).toEqual(['Due work failed; retrying', 'Due work not postponed; it is due again when its lease ends'])
  await run()
  expect(done).toEqual(['run a', 'run b'])
  clock.set(secondsLater(30))
  await run()
  expect(done).toEqual(['run a', 'run b', 'run a'])
})

test('a row has one claim at a time, however many workers claim at once, and they get it in order', async () => {
  await someWork({ a: 'ran', b: 'ran', c: 'ran' })
  await database.db
    .updateTable('callsToCancel')
    .set({ nextAt: secondsLater(-5) })
    .where('providerCallId', '=', 'c')
    .execute()
  const claimed = await Promise.all([claim(NOW), claim(NOW), claim(NOW)])
  expect(
    claimed
      .flat()
      .map(({ providerCallId }) => providerCallId)
      .toSorted(),
  ).toEqual(['a', 'b', 'c'])
  const again = await claim(secondsLater(30))
  expect(again.map(({ providerCallId }) => providerCallId)).toEqual(['c', 'a', 'b'])
})

test('a worker that took longer than its lease ends no claim of another one, and its failure counts', async () => {
  await someWork({ a: 'ran' })
  const [slow] = await claim(NOW)
  const [other] = await claim(secondsLater(30))
  if (!slow || !other) throw new Error('Nothing was claimed')
  await releaseDue(database.db, TABLE, 'a', slow)
  expect(await first()).toMatchObject({ claimedUntil: other.claimedUntil })
  const late = { ...slow, now: secondsLater(31), until: secondsLater(40), failures: 1 }
  await postponeDue(database.db, TABLE, 'a', late)
  expect(await first()).toMatchObject({ claimedUntil: other.claimedUntil, failures: 1, nextAt: secondsLater(40) })
})
