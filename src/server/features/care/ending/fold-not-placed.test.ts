import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countTroubles } from '#server/features/admin/system/count-troubles.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { foldNotPlaced } from './fold-not-placed.ts'

const MINUTE = 60_000

let care: CareFixture
let callId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  const account = await care.anAccount()
  callId = await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
})

/** The provider takes no calls for so many minutes. */
async function outage(minutes: number) {
  care.telephony.outcomes.push(...Array.from({ length: 500 }, () => ({ kind: 'not_placed', reason: '503' }) as const))
  care.clock.set(NINE_IN_SYDNEY)
  for (let minute = 0; minute < minutes; minute++) {
    await care.dispatch()
    care.clock.advance(MINUTE)
  }
}
const rowsOf = () =>
  care.db
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', callId)
    .where('state', '=', 'not_placed')
    .orderBy('id')
    .execute()
const folded = async () => {
  const call = await care.db.selectFrom('calls').select('notPlacedTries').where('id', '=', callId).executeTakeFirst()
  return call?.notPlacedTries
}
const troubles = () =>
  countTroubles(care.db, {
    since: new Date(NINE_IN_SYDNEY.getTime() - 86_400_000),
    days: ['2026-03-09', '2026-03-10'],
    zone: 'UTC',
  })

test('after the end of a call only the last dials that were not placed keep a row, and the others are counted', async () => {
  await outage(70)
  const before = await rowsOf()
  expect(before.length).toBeGreaterThan(20)
  await foldNotPlaced(care.db)
  expect(await rowsOf()).toEqual(before.slice(-3))
  expect(await folded()).toBe(before.length - 3)
  expect(await foldNotPlaced(care.db)).toBe(0)
  expect(await folded()).toBe(before.length - 3)
})

test('the admin still sees how often the provider did not take a call', async () => {
  await outage(70)
  const { providerErrors } = await troubles()
  await foldNotPlaced(care.db)
  expect(await troubles()).toMatchObject({ providerErrors })
})

test('a call that is still tried keeps every row, because the waits are counted from them', async () => {
  await outage(20)
  const before = await rowsOf()
  expect(await foldNotPlaced(care.db)).toBe(0)
  expect(await rowsOf()).toEqual(before)
})

test('a call that another transaction has locked is left for the next time: that transaction may want one of its dials', async () => {
  await outage(70)
  const before = await rowsOf()
  await care.db.transaction().execute(async (trx) => {
    await trx.selectFrom('calls').select('id').where('id', '=', callId).forUpdate().execute()
    expect(await foldNotPlaced(care.db)).toBe(0)
    await trx.selectFrom('attempts').select('id').where('callId', '=', callId).forUpdate().execute()
  })
  expect(await rowsOf()).toEqual(before)
  expect(await foldNotPlaced(care.db)).toBe(before.length - 3)
})

test('workers that fold at the same moment count each dial once and never deadlock', async () => {
  const account = await care.anAccount()
  const calls = [callId]
  for (let count = 0; count < 9; count++) {
    calls.push(await care.aCall(account, { lovedOneId: await care.somebodyElse(account) }))
  }
  await outage(70)
  const dials = () =>
    care.db
      .selectFrom('attempts')
      .select('callId')
      .where('callId', 'in', calls)
      .where('state', '=', 'not_placed')
      .execute()
  const before = (await dials()).length
  const removed = await Promise.all(Array.from({ length: 4 }, () => foldNotPlaced(care.db)))
  await foldNotPlaced(care.db)
  expect(await dials()).toHaveLength(3 * calls.length)
  const counted = await care.db.selectFrom('calls').select('notPlacedTries').where('id', 'in', calls).execute()
  expect(counted.reduce((sum, call) => sum + call.notPlacedTries, 0)).toBe(before - 3 * calls.length)
  expect(removed.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(before - 3 * calls.length)
})
