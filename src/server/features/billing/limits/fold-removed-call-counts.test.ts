import { afterAll, expect, test } from 'vitest'
import { countStats } from '#server/features/dashboard/count-stats.ts'
import { testDatabase } from '#test/database.ts'
import { insertAccount } from '#test/insert-account.ts'
import { foldRemovedCallCounts } from './fold-removed-call-counts.ts'

const { db, close } = await testDatabase()
afterAll(close)

const anAccount = (username: string) => insertAccount(db, { username, email: `${username}@example.com` })

test('what an account’s deleted calls have left becomes one row, once, and says the same', async () => {
  const [one, other] = [await anAccount('robyn'), await anAccount('jane')]
  const removedAt = (day: number) => new Date(Date.UTC(2026, 2, day))
  await db
    .insertInto('removedCallCounts')
    .values([
      { accountId: one.id, completed: 3, removedAt: removedAt(1) },
      { accountId: one.id, completed: 4, removedAt: removedAt(2) },
      { accountId: other.id, completed: 5, removedAt: removedAt(1) },
    ])
    .execute()
  await Promise.all([foldRemovedCallCounts(db), foldRemovedCallCounts(db), foldRemovedCallCounts(db)])
  expect(await foldRemovedCallCounts(db)).toBe(0)
  expect(await db.selectFrom('removedCallCounts').selectAll().orderBy('accountId').execute()).toEqual([
    { accountId: one.id, completed: 7, removedAt: removedAt(2) },
    { accountId: other.id, completed: 5, removedAt: removedAt(1) },
  ])
  expect((await countStats(db, one.id)).completedCallsCount).toBe(7)
})

test('an account that is being deleted is left alone', async () => {
  const account = await anAccount('susan')
  const count = { accountId: account.id, completed: 1 }
  await db.insertInto('removedCallCounts').values([count, count]).execute()
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('accounts').where('id', '=', account.id).execute()
    expect(await foldRemovedCallCounts(db)).toBe(0)
  })
  expect(await foldRemovedCallCounts(db)).toBe(0)
})
