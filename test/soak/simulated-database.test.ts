import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseFault } from '#server/platform/database/connection/database-error.ts'
import { type Db, openDatabase } from '#server/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type ProcessLife, simulateTimers, within } from './process-life.ts'
import { type SimulatedDatabase, simulatedDatabase } from './simulated-database.ts'
import { jobQueue } from './simulated-jobs.ts'
import { type SimulatedTime, simulatedTime } from './simulated-time.ts'

const START = Date.UTC(2027, 3, 2, 14)
const SECOND = 1_000
const MINUTE = 60 * SECOND
let server: TestDatabase
beforeAll(async () => {
  server = await testDatabase()
  await sql`create table things (name text primary key)`.execute(server.db)
})
afterAll(() => server.close())

let time: SimulatedTime
let database: SimulatedDatabase
let life: ProcessLife
/** The shipped pool and driver of a simulated process. */
let db: Db
let undoTimers = () => {}
/** The outcome that a test picks where two are possible. */
let way: 'first' | 'second'

function aLife(name: string): ProcessLife {
  const jitter = chanceOf(1, name)
  return { name, time, jitter, isDead: false, diesAfter: null, suspendedUntil: 0 }
}

beforeEach(() => {
  undoTimers = simulateTimers()
  time = simulatedTime(START)
  way = 'first'
  const chance: Chance = { ...chanceOf(1, 'database'), happens: () => way === 'first' }
  const faults = {
    ...{ chance, isUnkind: () => false, onStep() {}, onWrite() {}, onEffect() {} },
    ...{ onDeath() {}, onConnection() {} },
  }
  database = simulatedDatabase(server.url, time, faults, jobQueue())
  life = aLife('process')
  db = openDatabase(server.url, { poolSize: 2, stream: () => database.socketFor(life) })
})
afterEach(async () => {
  undoTimers()
  await database.close()
  await sql`truncate things`.execute(server.db)
})

/** The result of what a process did, and when. */
interface Done {
  result: unknown
  afterMs: number
}

/** Begins something in the process; `runUntil` lets it go on. */
function begin(work: () => Promise<unknown>): { done: Done | null } {
  const begun: { done: Done | null } = { done: null }
  const note = (result: unknown) => {
    begun.done = { result, afterMs: time.now() - START }
  }
  within(life, () => void work().then(note, note))
  return begun
}

/** Runs what is planned until this long after the start. */
async function until(afterMs: number): Promise<void> {
  // Work that has begun runs until it waits.
  await new Promise((resolve) => setImmediate(resolve))
  await time.runUntil(START + afterMs)
}

const add = (name: string, on: Db = db) => sql`insert into things values (${name})`.execute(on)
const names = async () => (await sql<{ name: string }>`select name from things`.execute(server.db)).rows

test('a statement and a transaction pass through the shipped driver', async () => {
  const begun = begin(async () => {
    await db.transaction().execute(async (trx) => {
      await add('one', trx)
      await add('two', trx)
    })
    return (await sql<{ name: string }>`select name from things where name <> ${'two'}`.execute(db)).rows
  })
  await until(SECOND)
  expect(begun.done?.result).toEqual([{ name: 'one' }])
})

test.each([
  { how: 'that says so', chosen: 'first' },
  { how: 'that says nothing', chosen: 'second' },
] as const)(
  'a restart of the database $how ends the transaction that is open, and the pool recovers by itself',
  async ({ chosen }) => {
    way = chosen
    const cut = begin(() =>
      db.transaction().execute(async (trx) => {
        await add('cut', trx)
        time.after(0, () => database.restart(5 * SECOND))
        await add('never', trx)
      }),
    )
    await until(2 * SECOND)
    // Not the error of the statement: the rollback after it fails too.
    expect(databaseFault(cut.done?.result)).toBe('down')
    way = 'first'
    const refused = begin(() => add('refused'))
    await until(4 * SECOND)
    expect(String(refused.done?.result)).toContain('ECONNREFUSED')
    await until(6 * SECOND)
    begin(() => db.transaction().execute((trx) => add('later', trx)))
    await until(8 * SECOND)
    expect(await names()).toEqual([{ name: 'later' }])
  },
)

test('a connection that goes dark is cut by the shipped driver after 32 seconds; what was committed is unknown, and there', async () => {
  const unknown = begin(() =>
    db.transaction().execute(async (trx) => {
      await add('committed', trx)
      // The commit is executed, and its answer is under way when the machine disappears.
      const statements = database.statements()
      const watch = (): unknown =>
        database.statements() > statements ? database.failOver(5 * SECOND) : time.after(0.01, watch)
      time.after(0, watch)
    }),
  )
  await until(31 * SECOND)
  expect(unknown.done).toBeNull()
  await until(40 * SECOND)
  expect(databaseFault(unknown.done?.result)).toBe('down')
  expect(await names()).toEqual([{ name: 'committed' }])
})

test('a new connection during a fail-over is given up after the ten seconds of the shipped pool', async () => {
  await database.failOver(MINUTE)
  const begun = begin(() => add('nowhere'))
  await until(9 * SECOND)
  expect(begun.done).toBeNull()
  await until(11 * SECOND)
  expect(databaseFault(begun.done?.result)).toBe('down')
})

test('a process that is suspended in a transaction loses it after the time that the shipped pool asks for', async () => {
  const begun = begin(() =>
    db.transaction().execute(async (trx) => {
      await add('held', trx)
      database.suspend(life, MINUTE)
      await add('after it', trx)
    }),
  )
  await until(19 * SECOND)
  expect((await names()).length).toBe(0)
  expect(begun.done).toBeNull()
  await until(2 * MINUTE)
  expect(String(begun.done?.result)).toMatch(/idle-in-transaction|not queryable|terminated/)
  expect(await names()).toEqual([])
})

test('a process that dies gets no answer, and what it had open is rolled back', async () => {
  life.diesAfter = 6 // the connection, the greeting and its answer, the begin and its answer, the insert
  const begun = begin(() => db.transaction().execute((trx) => add('open', trx)))
  await until(MINUTE)
  expect(life.isDead).toBe(true)
  expect(begun.done).toBeNull()
  expect(await names()).toEqual([])
})
