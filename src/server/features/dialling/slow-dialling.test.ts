import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { lockPermits, spacingMs } from './pace.ts'
import { slowDialling } from './slow-dialling.ts'

const SECOND = 1_000
const A_SECOND = 100

let care: CareFixture
let warnings: string[]
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  warnings = []
  care.clock.set(NINE_IN_SYDNEY)
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  const longAgo = new Date(NINE_IN_SYDNEY.getTime() - 3_600 * SECOND)
  await care.db.updateTable('dialFence').set({ slowedTo: 1, slowedAt: longAgo }).execute()
})

const after = (seconds: number) => care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + seconds * SECOND))
const slowProcess = ({ db = care.db, callsPerSecond = A_SECOND } = {}) =>
  slowDialling({
    db,
    clock: care.clock,
    callsPerSecond,
    log: { warn: (...line: unknown[]) => void warnings.push(String(line.at(-1))) },
  })

/** The share of the rate at which calls may leave now. */
async function share(): Promise<number> {
  const deps = { ...care.deps, callsPerSecond: A_SECOND }
  const { openAt } = await care.db
    .transaction()
    .execute((trx) => lockPermits(trx, deps, care.clock.now(), { limit: Number.POSITIVE_INFINITY }))
  const opens = [...openAt.values()].flat().map((at) => at.getTime())
  const [first = 0, last = 0] = [opens[0], opens.at(-1)]
  return (spacingMs(A_SECOND) * (opens.length - 1)) / (last - first)
}

/** The statement is sent without waiting for it, and not while the one before it is still on its way. */
async function beSlow(process: () => void, seconds: number): Promise<void> {
  after(seconds)
  const before = await slowedAt()
  await expect
    .poll(() => {
      process()
      return slowedAt()
    })
    .not.toEqual(before)
}
const slowedAt = async () =>
  (await care.db.selectFrom('dialFence').select('slowedAt').executeTakeFirstOrThrow()).slowedAt

/** How many statements slow dialling down at this moment. */
const statementsOnTheWay = () => countStatements(sql`state = 'active'`)
/** How many of them wait for the row. */
const statementsThatWait = () => countStatements(sql`wait_event_type = 'Lock'`)

async function countStatements(which: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and query like 'update "dial_fence"%' and ${which}`.execute(care.db)
  return rows[0]?.count
}

test('a slow callback slows dialling down for every worker, and each further second of slow callbacks more', async () => {
  const process = slowProcess()
  expect(await share()).toBeCloseTo(1, 1)
  await beSlow(process, 0)
  expect(await share()).toBeCloseTo(0.8, 1)
  await beSlow(process, 2)
  const twice = await share()
  expect(twice).toBeGreaterThan(0.6)
  expect(twice).toBeLessThan(0.7)
})

test('many slow callbacks within one second, of several processes, slow dialling down once', async () => {
  await care.db.transaction().execute(async (trx) => {
    await trx.selectFrom('dialFence').select('slowedAt').forUpdate().execute()
    for (const process of [slowProcess(), slowProcess()]) for (let n = 0; n < 5; n++) process()
    await expect.poll(statementsThatWait).toBe(2)
  })
  await expect.poll(statementsOnTheWay).toBe(0)
  expect(await share()).toBeCloseTo(0.8, 2)
})

test('a statement that waited while other processes slowed dialling down does not speed it up', async () => {
  const process = slowProcess()
  const later = new Date(NINE_IN_SYDNEY.getTime() + 15 * SECOND)
  await care.db.transaction().execute(async (trx) => {
    await trx.selectFrom('dialFence').select('slowedAt').forUpdate().execute()
    process()
    await expect.poll(statementsThatWait).toBe(1)
    await trx.updateTable('dialFence').set({ slowedTo: 0.1, slowedAt: later }).execute()
  })
  await expect.poll(statementsOnTheWay).toBe(0)
  after(15)
  expect(await share()).toBeCloseTo(0.1, 2)
})

test('a process whose statement waits sends no further one, which would take a connection from others', async () => {
  const process = slowProcess()
  await care.db.transaction().execute(async (trx) => {
    await trx.selectFrom('dialFence').select('slowedAt').forUpdate().execute()
    process()
    await expect.poll(statementsThatWait).toBe(1)
    for (const seconds of [2, 4]) {
      after(seconds)
      process()
    }
    // A statement that was sent after all would be there by then.
    for (let again = 0; again < 20; again++) expect(await statementsThatWait()).toBe(1)
  })
  await expect.poll(slowedAt).toEqual(NINE_IN_SYDNEY)
  await beSlow(process, 6)
})

test('dialling never stops, however long callbacks are slow', async () => {
  const process = slowProcess()
  for (let second = 0; second < 60; second += 2) await beSlow(process, second)
  expect(await share()).toBeGreaterThanOrEqual(0.099)
  expect(await share()).toBeLessThan(0.2)
})

test('a minute after the last slow callback calls leave at the whole rate again', async () => {
  const process = slowProcess()
  for (let second = 0; second < 30; second += 2) await beSlow(process, second)
  const slow = await share()
  after(28 + 30)
  const recovering = await share()
  expect(recovering).toBeGreaterThan(slow + 0.3)
  expect(recovering).toBeLessThan(1)
  after(28 + 60)
  expect(await share()).toBeCloseTo(1, 1)
})

test('a low rate is left as it is: ten calls a second are no load', async () => {
  const atLowRate = slowProcess({ callsPerSecond: 10 })
  const before = await slowedAt()
  for (let second = 0; second < 10; second += 2) {
    after(second)
    atLowRate()
  }
  const process = slowProcess()
  await beSlow(process, 10)
  expect(await share()).toBeCloseTo(0.8, 1)
  expect(warnings).toHaveLength(1)
  expect(before).not.toEqual(await slowedAt())
  const permits = await care.db
    .transaction()
    .execute((trx) => lockPermits(trx, { ...care.deps, callsPerSecond: 10 }, care.clock.now(), { limit: 9 }))
  const [opens = []] = [...permits.openAt.values()]
  expect(opens.map((at) => at.getTime() - (opens[0]?.getTime() ?? 0))).toEqual([0, 100, 200])
})

test('slow callbacks take a higher rate down to ten calls a second, and no further', async () => {
  const process = slowProcess()
  for (let second = 0; second < 60; second += 2) await beSlow(process, second)
  for (const callsPerSecond of [11, 20, 50]) {
    const { openAt } = await care.db
      .transaction()
      .execute((trx) => lockPermits(trx, { ...care.deps, callsPerSecond }, care.clock.now(), { limit: 9 }))
    const [opens = []] = [...openAt.values()]
    expect((opens[1]?.getTime() ?? 0) - (opens[0]?.getTime() ?? 0)).toBeCloseTo(102, -1)
  }
})

test('a clock that was an hour ahead and was set right slows nothing', async () => {
  await beSlow(slowProcess(), 3_600)
  after(0)
  expect(await share()).toBeCloseTo(1, 1)
  await beSlow(slowProcess(), 1)
  expect(await share()).toBeCloseTo(0.8, 1)
})

test('while the database is away a slow callback throws nothing, and is logged once', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nowhere')
  slowProcess({ db: away })()
  await expect.poll(() => warnings).toEqual(['Dialling could not be slowed down'])
  await away.destroy()
})
