import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import type { Trx } from '../database.ts'
import { allOrEach } from './all-or-each.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await sql`create table written (number int primary key check (number <> 3))`.execute(database.db)
})
afterAll(() => database.close())
beforeEach(() => sql`truncate written`.execute(database.db))

const numbers = async () =>
  (await sql<{ number: number }>`select number from written order by number`.execute(database.db)).rows.map(
    ({ number }) => number,
  )

async function writeAll(items: readonly number[], write: (trx: Trx, items: readonly number[]) => Promise<unknown>) {
  const spoilt: number[] = []
  await database.db.transaction().execute(async (trx) => {
    await allOrEach(trx, items, {
      write: async (some) => void (await write(trx, some)),
      spoilt: (item) => void spoilt.push(item),
    })
  })
  return spoilt
}

const insert = (trx: Trx, items: readonly number[]) =>
  sql`insert into written select * from unnest(${items}::int[])`.execute(trx)

test('one row that cannot be written keeps no other from being written', async () => {
  expect(await writeAll([1, 2, 3, 4], insert)).toEqual([3])
  expect(await numbers()).toEqual([1, 2, 4])
})

test('what our own code refuses about one row keeps no other from being written', async () => {
  const spoilt = await writeAll([1, 2], async (trx, items) => {
    await insert(trx, items)
    if (items.includes(2)) throw new TypeError('No such zone')
  })
  expect(spoilt).toEqual([2])
  expect(await numbers()).toEqual([1])
})

test('an error that is not about a row undoes everything, and is thrown', async () => {
  const inUse = writeAll([1, 2], async (trx, items) => {
    await insert(trx, items)
    await sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(trx)
  })
  await expect(inUse).rejects.toThrow('deadlock')
  expect(await numbers()).toEqual([])
})
