import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import type { Trx } from '../database.ts'
import { retryingTransaction } from './retrying-transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db
    .insertInto('quotaUses')
    .values(['a', 'b'].map((subject) => ({ quota: 'test', subject, windowStartedAt: new Date('2026-03-10'), used: 0 })))
    .execute()
})
afterAll(() => database.close())

const use = (trx: Trx, subject: string) =>
  trx
    .updateTable('quotaUses')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('subject', '=', subject)
    .execute()

test('two transactions that wait for each other are both done, each once', async () => {
  let arrivals = 0
  const bothHaveOne = Promise.withResolvers<void>()
  const inOrder = (first: string, second: string) =>
    retryingTransaction(database.db, async (trx) => {
      await use(trx, first)
      arrivals += 1
      if (arrivals === 2) bothHaveOne.resolve()
      await bothHaveOne.promise
      await use(trx, second)
      return first
    })
  expect(await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])).toEqual(['a', 'b'])
  // More than two: one of them was rolled back. The one that lost may take its first row again before the other wakes.
  expect(arrivals).toBeGreaterThan(2)
  const used = await database.db.selectFrom('quotaUses').select('used').execute()
  expect(used).toEqual([{ used: 2 }, { used: 2 }])
})

test('any other failure is not repeated', async () => {
  let times = 0
  const failing = retryingTransaction(database.db, async () => {
    times += 1
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(times).toBe(1)
})

test('a transaction that loses several times is done in the end, and not retried forever', async () => {
  const losing = (losses: number) => {
    let times = 0
    return retryingTransaction(database.db, async () => {
      times += 1
      if (times <= losses) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return times
    })
  }
  expect(await losing(4)).toBe(5)
  await expect(losing(5)).rejects.toThrow('deadlock')
})
