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

test('occurrences in a time away count towards no plan, and count again once it has ended early', async () => {
  const account = await care.anAccount()
  const lovedOneId = await care.aLovedOne(account)
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
  const { id: scheduleId } = await care.db
    .insertInto('callSchedules')
    .values({
      accountId: account.id,
      lovedOneId,
      callType: 'daily_check_in',
      recurrencePattern: 'daily',
      timeOfDay: '09:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const callId = await care.aCall(account, { lovedOneId })
  await care.db
    .updateTable('calls')
    .set({ scheduleId, scheduledFor: NINE_IN_SYDNEY })
    .where('id', '=', callId)
    .execute()
  // Ten days, the first and the last of them with a call.
  const end = new Date(NINE_IN_SYDNEY.getTime() + 9 * 86_400_000 + 1)
  const booked = () => countBooked(care.db, account.id, { start: new Date(NINE_IN_SYDNEY.getTime() - 86_400_000), end })
  expect(await booked()).toBe(10)
  const away = { accountId: account.id, lovedOneId, reason: 'holiday', setBy: 'account_holder' } as const
  const { id } = await care.db
    .insertInto('aways')
    .values({
      ...away,
      startsOn: '2026-03-10',
      endsOn: '2026-03-12',
      startsAt: new Date('2026-03-09T13:00:00Z'),
      endsAt: new Date('2026-03-12T13:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await booked()).toBe(7)
  await care.db
    .updateTable('aways')
    .set({ endsAt: new Date('2026-03-10T13:00:00Z'), endsOn: '2026-03-10' })
    .where('id', '=', id)
    .execute()
  expect(await booked()).toBe(9)
})
