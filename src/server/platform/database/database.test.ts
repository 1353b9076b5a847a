import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { aNetworkTo } from '#test/network.ts'
import { databaseFault } from './connection/database-error.ts'
import { openDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function one(query: ReturnType<typeof sql<{ value: unknown }>>): Promise<unknown> {
  return (await query.execute(database.db)).rows[0]?.value
}

test('ids and counts arrive as numbers', async () => {
  expect(await one(sql`select 9007199254740991::bigint as value`)).toBe(Number.MAX_SAFE_INTEGER)
  expect(await one(sql`select count(*) as value from pg_class where false`)).toBe(0)
  expect(await one(sql`select array[1, null, 3]::bigint[] as value`)).toEqual([1, null, 3])
})

test('a number that would be rounded is an error, not another number', async () => {
  await expect(one(sql`select 9007199254740993::bigint as value`)).rejects.toThrow('too large')
})

test('an instant is a Date and a calendar date stays the date it is', async () => {
  expect(await one(sql`select '2026-04-05T09:00:00+10:00'::timestamptz as value`)).toEqual(
    new Date('2026-04-04T23:00:00Z'),
  )
  expect(await one(sql`select '2026-04-05'::date as value`)).toBe('2026-04-05')
})

test.each([
  ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.000Z'],
  ['2026-12-31T23:59:59.123456Z', '2026-12-31T23:59:59.123Z'],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
  ['12026-12-31T23:59:59Z', '+012026-12-31T23:59:59.000Z'],
  ['0002-01-01T00:00:00Z BC', '-000001-01-01T00:00:00.000Z'],
])('the instant %s arrives as it is', async (given, expected) => {
  expect(await one(sql`select ${given}::timestamptz as value`)).toEqual(new Date(expected))
})

test('column names turn to camelCase, the keys inside a json value do not', async () => {
  const { rows } = await sql`select '{"call_id": 1}'::jsonb as webhook_payload`.execute(database.db)
  expect(rows).toEqual([{ webhookPayload: { call_id: 1 } }])
})

test('a statement that runs away is cut off', async () => {
  const db = openDatabase(database.url, { poolSize: 1, statementTimeoutMs: 50 })
  await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow('statement timeout')
  await db.destroy()
})

test('a connection that is lost between two statements of a transaction is an error to its caller and no more', async () => {
  const db = openDatabase(database.url, { poolSize: 1, applicationName: 'to be cut' })
  const claim = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be cut'`.execute(
      database.db,
    )
    await expect.poll(() => sql`select 1`.execute(trx).then(String, String)).toContain('not queryable')
    await sql`select 1`.execute(trx)
  })
  await expect(claim).rejects.toThrow('not queryable')
  await db.destroy()
})

test('nobody waits forever for a row that stays locked, and an idle transaction is ended', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '20000' },
    { name: 'lock_timeout', setting: '10000' },
    { name: 'statement_timeout', setting: '30000' },
  ])
})

test('a query whose answer never comes fails, also in a transaction, and the next one has another connection', async () => {
  const network = await aNetworkTo(database.url)
  const db = openDatabase(network.url, { poolSize: 1, statementTimeoutMs: 200 })
  await sql`select 1`.execute(db)
  network.loseConnections()
  const error = await sql`select 1`.execute(db).catch((failure) => failure)
  expect(error.message).toContain('silent')
  expect(databaseFault(error)).toBe('down')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  const claim = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    network.loseConnections()
    await sql`select 1`.execute(trx)
  })
  await expect(claim).rejects.toThrow('connection error')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
  network.close()
})

test('a lost idle connection is logged and replaced', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const db = openDatabase(database.url, { poolSize: 1, applicationName: 'to be cut', log })
  await sql`select 1`.execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be cut'`.execute(
    database.db,
  )
  await expect.poll(() => lines.join()).toContain('Database connection lost; the pool opens another')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a new connection is checked once, before anything else is sent on it', async () => {
  const order: string[] = []
  const db = openDatabase(database.url, {
    poolSize: 1,
    async beforeFirstUse(connection) {
      await connection.transaction().execute((trx) => sql`select 1`.execute(trx))
      order.push('checked')
    },
  })
  const ask = async () => {
    await sql`select 1`.execute(db)
    order.push('used')
  }
  await Promise.all([ask(), ask()])
  expect(order).toEqual(['checked', 'used', 'used'])
  await db.destroy()
})

test('behind a pooler, which keeps its clients through a fail-over, a transaction that meets another timeline waits for the check', async () => {
  const own = await testDatabase()
  const order: string[] = []
  const db = openDatabase(own.url, {
    poolSize: 1,
    isPooled: true,
    beforeFirstUse: async (connection) => {
      await connection.transaction().execute((trx) => sql`select 1`.execute(trx))
      order.push('checked')
    },
  })
  const work = () =>
    db.transaction().execute(async (trx) => {
      await sql`insert into quota_uses values ('test', gen_random_uuid(), now(), 0)`.execute(trx)
      order.push('used')
    })
  await work()
  await work()
  order.length = 0
  // The connection stays, the server behind it is another.
  await sql`create or replace function database_timeline() returns text language sql as $$ select '0000000F' $$`.execute(
    own.db,
  )
  await work()
  await work()
  expect(order).toEqual(['checked', 'used', 'used'])
  expect(await own.db.selectFrom('quotaUses').select('subject').execute()).toHaveLength(4)
  await db.destroy()
  await own.close()
})

test('a new connection that cannot be checked is logged and used', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const beforeFirstUse = async (connection: typeof database.db) => void (await sql`select none`.execute(connection))
  const db = openDatabase(database.url, { poolSize: 1, log, beforeFirstUse })
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  expect(lines.join()).toContain('Database fail-over not handled yet')
  await db.destroy()
})

test('every test file has its own database', async () => {
  const other = await testDatabase()
  await sql`create table only_here (id int)`.execute(other.db)
  expect(await one(sql`select to_regclass('only_here') as value`)).toBeNull()
  await other.close()
  const gone = openDatabase(other.url)
  await expect(sql`select 1`.execute(gone)).rejects.toThrow('does not exist')
  await gone.destroy()
})
