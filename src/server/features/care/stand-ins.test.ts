import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelAllCalls, cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { skipCall } from '#server/features/calls/changes/skip-call.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { resolveCall } from './ending/resolve-call.ts'
import { rezoneCalls } from './ending/rezone-calls.ts'

const HOUR = 3_600_000
/**
 * The evening call that Cooee did not make, and the regular call of the next morning, half an hour after waking hours
 * begin.
 */
const EVENING = '2026-03-10T20:00:00+11:00'
const MORNING = '2026-03-11T07:30:00+11:00'

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
})

/**
 * Cooee is away in the evening, and back at 23:00: the call of the next morning replaces a catch-up call for the one
 * that was missed.
 */
async function missTheEvening(): Promise<number> {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date(MORNING) })
  await care.aCall(account, { lovedOneId, callType: 'wake_up_call', at: new Date(EVENING) })
  care.clock.set(new Date('2026-03-10T23:00:00+11:00'))
  await care.dispatch()
  expect(await catchUps()).toEqual([])
  return callId
}

const catchUps = () =>
  care.db.selectFrom('calls').select(['scheduledFor', 'catchUpFor']).where('catchUpFor', 'is not', null).execute()
const AT_SEVEN = [{ scheduledFor: new Date('2026-03-11T07:00:00+11:00'), catchUpFor: new Date(EVENING) }]

describe('regular calls that replace a catch-up call', () => {
  test('a regular call that replaces a catch-up call is replaced by it when it is moved to the afternoon', async () => {
    const callId = await missTheEvening()
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-11T13:40:00+11:00' })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call still replaces a catch-up call when it is moved by a few minutes, and no further', async () => {
    const callId = await missTheEvening()
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-11T07:15:00+11:00' })
    expect(await catchUps()).toEqual([])
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-11T08:15:00+11:00' })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call that replaces a catch-up call is replaced by it when it is skipped', async () => {
    await skipCall(care.deps, account, await missTheEvening())
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call that replaces a catch-up call is replaced by it when its schedule is cancelled and another goes on', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date('2026-03-11T12:00:00+11:00') })
    await cancelCall(care.deps, account, await missTheEvening())
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a stand-in call is replaced by the catch-up call where all calls of its type are cancelled and another type goes on', async () => {
    await care.aCall(account, {
      ...{ lovedOneId, recurrencePattern: 'daily', callType: 'wellness_check' },
      at: new Date('2026-03-11T12:00:00+11:00'),
    })
    await missTheEvening()
    await cancelAllCalls(care.deps, account, { callTypes: ['daily_check_in'] })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a stand-in call that is cancelled while its phone rings is not replaced: nobody is rung again at once', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date('2026-03-11T12:00:00+11:00') })
    const callId = await missTheEvening()
    care.clock.set(new Date(MORNING))
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(1)
    await cancelCall(care.deps, account, callId, { only: 'call' })
    expect(await catchUps()).toEqual([])
  })

  test('a regular call is replaced by no catch-up call when the only schedule is cancelled: nobody wants the loved one rung', async () => {
    await cancelCall(care.deps, account, await missTheEvening())
    expect(await catchUps()).toEqual([])
  })

  test('a regular call is replaced by a catch-up call at once when the loved one moves to a zone in which she is awake now', async () => {
    await missTheEvening()
    await care.db.transaction().execute(async (trx) => {
      await trx.updateTable('lovedOnes').set({ timezone: 'Australia/Perth' }).where('id', '=', lovedOneId).execute()
      await rezoneCalls(care.deps, trx, { lovedOneId, previousZone: 'Australia/Sydney', confirmNight: false })
    })
    // It is eight in the evening there.
    expect(await catchUps()).toEqual([{ scheduledFor: care.clock.now(), catchUpFor: new Date(EVENING) }])
  })

  test('a regular call replaces nothing once the loved one has been reached', async () => {
    const callId = await missTheEvening()
    const { id: missed } = await care.db
      .selectFrom('calls')
      .select('id')
      .where('scheduledFor', '=', new Date(EVENING))
      .executeTakeFirstOrThrow()
    await resolveCall(care.deps, { account, callId: missed, note: null })
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-11T13:40:00+11:00' })
    expect(await catchUps()).toEqual([])
  })

  test('a regular call of another family makes up for nothing here', async () => {
    await missTheEvening()
    const others = await care.anAccount()
    const other = await care.aLovedOne(others)
    const callId = await care.aCall(others, { lovedOneId: other, recurrencePattern: 'daily', at: new Date(MORNING) })
    await cancelCall(care.deps, others, callId)
    expect(await catchUps()).toEqual([])
  })
})
