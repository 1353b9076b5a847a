import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'
import { deleteExpiredRecords } from './delete-expired-records.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

test('records that still have a meaning stay, and expired ones are deleted', async () => {
  const jane = await cooee.aRegisteredAccount()
  const guess = { username: jane.user.username, password: 'wrong' }
  await cooee.request('POST', '/api/login', guess, { remoteAddress: anAddress() })
  const key = 'a-key-of-a-client-1'
  await cooee.request('POST', '/api/loved-ones', aLovedOne(), {
    headers: { authorization: `Bearer ${jane.token}`, 'idempotency-key': key },
  })
  const count = async () => {
    const tables = ['sessions', 'loginFailures', 'quotaUses', 'creationKeys'] as const
    return Promise.all(tables.map(async (table) => (await cooee.db.selectFrom(table).selectAll().execute()).length))
  }
  await deleteExpiredRecords(cooee.db, cooee.clock.now())
  expect(await count()).toEqual([1, 1, 1, 1])
  cooee.clock.advance(7 * 86_400_000)
  await deleteExpiredRecords(cooee.db, cooee.clock.now())
  expect(await count()).toEqual([0, 0, 0, 0])
})
