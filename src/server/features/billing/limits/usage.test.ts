import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { countBooked, countPlaced, countScheduledByType } from './usage.ts'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

test('a catch-up call counts towards no plan: waiting, placed, and removed with its loved one', async () => {
  const account = await care.anAccount()
  const lovedOneId = await care.aLovedOne(account)
  await care.aCall(account, { lovedOneId })
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 18 * 3_600_000))
  await care.dispatch()
  const now = care.clock.now()
  const counted = async () => [
    await countPlaced(care.db, account.id, NINE_IN_SYDNEY),
    await countBooked(care.db, account.id, { start: NINE_IN_SYDNEY, end: new Date(now.getTime() + 30 * 86_400_000) }),
    (await countScheduledByType(care.db, account.id)).size,
  ]
  expect(await care.db.selectFrom('calls').select('status').where('catchUpFor', 'is not', null).execute()).toEqual([
    { status: 'scheduled' },
  ])
  expect(await counted()).toEqual([0, 0, 0])
  care.clock.set(new Date('2026-03-11T07:00:00+11:00'))
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
  expect(await counted()).toEqual([0, 0, 0])
  await care.db.deleteFrom('lovedOnes').where('id', '=', lovedOneId).execute()
  expect(await counted()).toEqual([0, 0, 0])
})
