import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type Db, openDatabase } from '../database.ts'
import { retryingTransaction } from '../statements/retrying-transaction.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  // One connection: what one statement leaves behind the next one finds.
  db = openDatabase(database.url, { poolSize: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

const subjects = async () => {
  const rows = await db.selectFrom('quotaUses').select('subject').orderBy('subject').execute()
  return rows.map(({ subject }) => subject)
}
const use = (on: Db, subject: string) =>
  on
    .insertInto('quotaUses')
    .values({ quota: 'test', subject, windowStartedAt: new Date('2026-03-10'), used: 0 })
    .execute()
const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('a statement that comes again and again is prepared, with the same answer as before', async () => {
  const ask = (value: number) => sql<{ sum: number }>`select ${value}::int + 1 as sum`.execute(db)
  for (let value = 0; value < 12; value += 1) expect((await ask(value)).rows).toEqual([{ sum: value + 1 }])
  expect(await prepared()).toEqual(['select $1::int + 1 as sum'])
})

test('a statement that would answer differently after a migration is not prepared', async () => {
  await sql`create table growing (id int)`.execute(db)
  await sql`insert into growing values (1)`.execute(db)
  const ask = () => sql`select * from growing where id = ${1}`.execute(db)
  for (let time = 0; time < 12; time += 1) expect((await ask()).rows).toEqual([{ id: 1 }])
  await sql`alter table growing add column name text`.execute(db)
  expect((await ask()).rows).toEqual([{ id: 1, name: null }])
})

test('a star in brackets, as pg-boss writes jobs with one, names no columns of the answer: prepared', async () => {
  await sql`create table widening (id int)`.execute(db)
  await sql`insert into widening values (1)`.execute(db)
  const ask = () => sql`with every as (select * from widening) select id from every where id = (${1})`.execute(db)
  for (let time = 0; time < 12; time += 1) expect((await ask()).rows).toEqual([{ id: 1 }])
  expect(await prepared()).toContainEqual(expect.stringContaining('widening'))
  await sql`alter table widening add column name text`.execute(db)
  expect((await ask()).rows).toEqual([{ id: 1 }])
  expect(await prepared()).toContainEqual(expect.stringContaining('widening'))
})

test('a column that changes its type under a prepared statement is no error, nor is one in a transaction that is repeated', async () => {
  const other = openDatabase(database.url, { poolSize: 1 })
  const ask = (on: Db) => sql`select size from changing where size = ${1}`.execute(on)
  await sql`create table changing (size int)`.execute(other)
  for (let time = 0; time < 8; time += 1) await ask(other)
  await sql`alter table changing alter column size type bigint`.execute(other)
  expect((await ask(other)).rows).toEqual([])
  await other.destroy()

  const another = openDatabase(database.url, { poolSize: 1 })
  for (let time = 0; time < 8; time += 1) await ask(another)
  await sql`alter table changing alter column size type numeric`.execute(another)
  expect((await retryingTransaction(another, ask)).rows).toEqual([])
  await another.destroy()
})

test('a statement that fails while it is prepared is prepared when it no longer does', async () => {
  const ask = () => sql<{ id: number }>`select id from later where id = ${1}`.execute(db)
  for (let time = 0; time < 8; time += 1) await expect(ask()).rejects.toThrow('does not exist')
  await sql`create table later (id int)`.execute(db)
  expect((await ask()).rows).toEqual([])
  expect((await ask()).rows).toEqual([])
})

test('a transaction is one from its first statement on', async () => {
  const given = db.transaction().execute(async (trx) => {
    await use(trx, 'given up')
    throw new Error('never mind')
  })
  await expect(given).rejects.toThrow('never mind')
  await db.transaction().execute(() => Promise.resolve())
  await db.transaction().execute((trx) => use(trx, 'kept'))
  expect(await subjects()).toEqual(['kept'])
})

test('statements that are asked for at once are run in their order, and none is kept when one fails', async () => {
  const orders = await db.transaction().execute(async (trx) => {
    const ask = () => sql<{ at: number }>`select nextval('in_order') as at`.execute(trx)
    const [, first, second, third] = await Promise.all([
      sql`create sequence in_order`.execute(trx),
      ask(),
      ask(),
      ask(),
    ])
    return [first, second, third].map(({ rows }) => rows[0]?.at)
  })
  expect(orders).toEqual([1, 2, 3])
  const failing = db.transaction().execute(async (trx) => {
    await Promise.all([use(trx, 'before'), sql`select 1 / ${0}::int`.execute(trx), use(trx, 'behind')])
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await subjects()).toEqual(['kept'])
})

test('a statement during the rollback of its transaction is refused, and not run outside of it', async () => {
  const late = Promise.withResolvers<PromiseSettledResult<unknown>[]>()
  const failing = retryingTransaction(db, async (trx) => {
    await use(trx, 'rolled back')
    // The rollback is on its way, and its answer is not here yet.
    setImmediate(() => late.resolve(Promise.allSettled([use(trx, 'late')])))
    throw new Error('never mind')
  })
  await expect(failing).rejects.toThrow('never mind')
  expect(await late.promise).toMatchObject([{ status: 'rejected' }])
  expect(await subjects()).toEqual(['kept'])
})

test.each([
  ['was not prepared', 0],
  ['was prepared', 6],
])('a transaction whose failing statement %s stops nothing behind it from being prepared later', async (_, asked) => {
  const divide = (on: Db, by: number) => sql`select ${asked}::int / ${by}::int as quotient`.execute(on)
  const ask = (on: Db) => sql`select ${1}::int + ${sql.lit(asked)} as sum`.execute(on)
  for (let time = 0; time < asked; time += 1) await divide(db, 1)
  for (let time = 0; time < 4; time += 1) await ask(db)
  const failing = retryingTransaction(db, (trx) => Promise.all([divide(trx, 0), ask(trx), ask(trx)]))
  await expect(failing).rejects.toThrow('division by zero')
  await ask(db)
  expect(await prepared()).toContain(`select $1::int + ${asked} as sum`)
})

test('a commit that fails says why', async () => {
  await sql`create table deferred (id int unique deferrable initially deferred)`.execute(db)
  const failing = db.transaction().execute(async (trx) => {
    await sql`insert into deferred values (${1}), (${1})`.execute(trx)
  })
  await expect(failing).rejects.toThrow('deferred_id_key')
  expect(await subjects()).toEqual(['kept'])
})

test('a transaction is repeated for the error that ended it, also when a later error is reported first', async () => {
  await sql`create sequence tries`.execute(db)
  await sql`create function fail_first() returns int language plpgsql as $$ begin
    if nextval('tries') = 1 then raise exception 'again' using errcode = '40001'; end if;
    return 1;
  end $$`.execute(db)
  const deep = async (trx: Db, levels: number): Promise<void> => {
    if (levels > 0) return await deep(trx, levels - 1)
    await sql`select fail_first()`.execute(trx)
  }
  await retryingTransaction(db, async (trx) => {
    const asked = Promise.all([deep(trx, 20), use(trx, 'repeated')])
    // What the database answers meanwhile is read at once.
    setImmediate(() => {
      const until = performance.now() + 100
      while (performance.now() < until);
    })
    await asked
  })
  expect(await subjects()).toEqual(['kept', 'repeated'])
})
