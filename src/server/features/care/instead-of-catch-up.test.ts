import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelAllCalls, cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { skipCall, undoSkip } from '#server/features/calls/changes/skip-call.ts'
import { moveOccurrence } from '#server/features/calls/occurrences/move-occurrence.ts'
import { restoreOccurrence } from '#server/features/calls/occurrences/restore-occurrence.ts'
import { endSchedules } from '#server/features/calls/schedules/end-schedules.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { resolveCall } from './ending/resolve-call.ts'
import { rezoneCalls } from './ending/rezone-calls.ts'

const HOUR = 3_600_000
const SUSAN = '+61412000222'
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

  test('a skip says when the loved one is rung instead, and taking it back leaves one call in the morning', async () => {
    const callId = await missTheEvening()
    expect(await skipCall(care.deps, account, callId)).toEqual({ catchUpAt: AT_SEVEN[0]?.scheduledFor })
    await undoSkip(care.deps, account, callId)
    expect(await catchUps()).toEqual([])
    expect(await skipCall(care.deps, account, callId)).toEqual({ catchUpAt: AT_SEVEN[0]?.scheduledFor })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call that is moved away and back again replaces the catch-up call once more', async () => {
    const callId = await missTheEvening()
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-11T13:40:00+11:00' })
    await editCall(care.deps, account, callId, { scheduledTime: MORNING })
    expect(await catchUps()).toEqual([])
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-11T08:15:00+11:00' })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('the catch-up call stays where the regular call of another loved one is moved beside it', async () => {
    await skipCall(care.deps, account, await missTheEvening())
    const other = await care.aLovedOne(account)
    const at = new Date('2026-03-11T12:00:00+11:00')
    const callId = await care.aCall(account, { lovedOneId: other, recurrencePattern: 'daily', at })
    await editCall(care.deps, account, callId, { scheduledTime: MORNING })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call that replaces a catch-up call is replaced by it when its schedule is cancelled and another remains', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date('2026-03-11T12:00:00+11:00') })
    await cancelCall(care.deps, account, await missTheEvening())
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call in place of a catch-up call is replaced by the catch-up call where all calls of its type are cancelled and another type remains', async () => {
    await care.aCall(account, {
      ...{ lovedOneId, recurrencePattern: 'daily', callType: 'wellness_check' },
      at: new Date('2026-03-11T12:00:00+11:00'),
    })
    await missTheEvening()
    await cancelAllCalls(care.deps, account, { callTypes: ['daily_check_in'] })
    expect(await catchUps()).toEqual(AT_SEVEN)
  })

  test('a regular call in place of a catch-up call that is cancelled while its phone rings is not replaced: nobody is rung again at once', async () => {
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

  test('contacts wait for the catch-up call of the next morning when the regular call they waited for is skipped in the evening', async () => {
    await care.db
      .insertInto('contacts')
      .values({
        ...{ accountId: account.id, lovedOneId, name: 'Susan Hartley', phoneNumber: SUSAN },
        ...{ contactType: 'family', isEmergencyContact: true, position: 1 },
      })
      .execute()
    const at = (time: string) => new Date(`2026-03-${time}+11:00`)
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: at('10T20:50:00') })
    await care.aCall(account, { lovedOneId, callType: 'wake_up_call', at: at('10T18:00:00') })
    care.clock.set(at('10T20:25:00'))
    await care.dispatch()
    // Too late in the evening to ring at once.
    care.clock.set(at('10T20:40:00'))
    expect(await skipCall(care.deps, account, callId)).toEqual({ catchUpAt: at('11T07:00:00') })
    const susanIsTold = () => care.notified.some(({ recipient }) => recipient === SUSAN)
    for (let hour = 0; hour < 10; hour++) {
      care.clock.advance(HOUR)
      await care.escalate()
    }
    expect(susanIsTold()).toBe(false)
    care.clock.set(at('11T09:00:00'))
    await care.escalate()
    expect(susanIsTold()).toBe(true)
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

  describe('a moved occurrence that replaces a catch-up call', () => {
    const NOON = '2026-03-11T12:00:00+11:00'
    /** The daily call of noon rings once in the morning, instead of a catch-up call. */
    async function missTheEveningBeforeAMovedCall(): Promise<number> {
      const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date(NOON) })
      await moveOccurrence(care.deps, account, callId, { occurrence: NOON, scheduledTime: MORNING })
      await care.aCall(account, { lovedOneId, callType: 'wake_up_call', at: new Date(EVENING) })
      care.clock.set(new Date('2026-03-10T23:00:00+11:00'))
      await care.dispatch()
      expect(await catchUps()).toEqual([])
      return callId
    }
    const anotherSchedule = () =>
      care.aCall(account, {
        ...{ lovedOneId, recurrencePattern: 'daily', callType: 'wellness_check' },
        at: new Date('2026-03-11T14:00:00+11:00'),
      })

    test('is replaced by it when its usual time is put back on', async () => {
      const callId = await missTheEveningBeforeAMovedCall()
      await restoreOccurrence(care.deps, account, callId, { occurrence: NOON })
      expect(await catchUps()).toEqual(AT_SEVEN)
    })

    test('is replaced by none when its usual time, put back on, is near as well', async () => {
      const near = '2026-03-11T07:15:00+11:00'
      const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date(near) })
      await moveOccurrence(care.deps, account, callId, { occurrence: near, scheduledTime: MORNING })
      await care.aCall(account, { lovedOneId, callType: 'wake_up_call', at: new Date(EVENING) })
      care.clock.set(new Date('2026-03-10T23:00:00+11:00'))
      await care.dispatch()
      await restoreOccurrence(care.deps, account, callId, { occurrence: near })
      expect(await catchUps()).toEqual([])
      await skipCall(care.deps, account, callId)
      expect(await catchUps()).toEqual(AT_SEVEN)
    })

    test('is replaced by it when its schedule is cancelled and another remains', async () => {
      await anotherSchedule()
      await cancelCall(care.deps, account, await missTheEveningBeforeAMovedCall())
      expect(await catchUps()).toEqual(AT_SEVEN)
    })

    test('is replaced by none when the only schedule is cancelled: nobody wants the loved one rung', async () => {
      await cancelCall(care.deps, account, await missTheEveningBeforeAMovedCall())
      expect(await catchUps()).toEqual([])
    })

    test('is replaced by it when the plan ends its schedule and another remains', async () => {
      await anotherSchedule()
      await missTheEveningBeforeAMovedCall()
      await endSchedules(care.deps, account, ['daily_check_in'])
      expect(await catchUps()).toEqual(AT_SEVEN)
    })

    test('is replaced by it when its schedule becomes a single call', async () => {
      const callId = await missTheEveningBeforeAMovedCall()
      await editCall(care.deps, account, callId, { recurrencePattern: 'once' })
      expect(await catchUps()).toEqual(AT_SEVEN)
    })
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
