import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import type { AccountChanges } from './account-changes.ts'
import { announceChange } from './announce-change.ts'

const notified: AccountChanges[] = []
let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase({ onChanged: (changes) => notified.push(changes) })
  db = database.db
})
afterAll(() => database.close())
beforeEach(() => {
  notified.length = 0
})

test('the changes of a transaction are sent once, after its commit', async () => {
  await db.transaction().execute(async (trx) => {
    await announceChange(trx, [1, 2], 'calls')
    await announceChange(trx, 1, 'activity')
    await announceChange(trx, 1, 'calls')
    expect(notified).toEqual([])
  })
  expect(notified).toEqual([
    new Map([
      [1, new Set(['calls', 'activity'])],
      [2, new Set(['calls'])],
    ]),
  ])
})

test('rolled back changes are not sent, also not with the next commit on that connection', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await announceChange(trx, 1, 'calls')
    throw new Error('Taken back')
  })
  await expect(failing).rejects.toThrow('Taken back')
  await db.transaction().execute((trx) => trx.selectFrom('accounts').select('id').execute())
  expect(notified).toEqual([])
})

test('a commit that the database turned into a rollback is not sent', async () => {
  const aborted = db.transaction().execute(async (trx) => {
    await announceChange(trx, 1, 'calls')
    await trx
      .selectFrom('accounts')
      .select('doesNotExist' as 'id')
      .execute()
      .catch(() => {})
  })
  await expect(aborted).rejects.toThrow()
  expect(notified).toEqual([])
})

test('concurrent transactions each send their own changes', async () => {
  let first: () => void = () => {}
  const goOn = new Promise<void>((resolve) => {
    first = resolve
  })
  const waiting = db.transaction().execute(async (trx) => {
    await announceChange(trx, 1, 'calls')
    await goOn
  })
  await db.transaction().execute((trx) => announceChange(trx, 2, 'calls'))
  expect(notified.map((changes) => [...changes.keys()])).toEqual([[2]])
  first()
  await waiting
  expect(notified.map((changes) => [...changes.keys()])).toEqual([[2], [1]])
})

test('outside of a transaction a change is sent at once', async () => {
  await announceChange(db, 3, 'calls')
  expect(notified).toEqual([new Map([[3, new Set(['calls'])]])])
})
