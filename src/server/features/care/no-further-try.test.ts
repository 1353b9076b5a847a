import { describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { moveOccurrence } from '#server/features/calls/occurrences/move-occurrence.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  aCallBetweenTries,
  aCallThatRings,
  account,
  care,
  DAY,
  dials,
  endLast,
  lastDial,
  lovedOneId,
  MINUTE,
  nextOfSchedule,
  rungAfterwards,
  setUpTries,
  theDayGoesOn,
} from '#test/no-further-try-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt } from './dispatch/dial-attempt.ts'

setUpTries()

describe('cancelling a schedule whose call waits for another try', () => {
  test('cancelling a schedule ends its call that waits for another try at once, alerts nobody, and says so in the activity log', async () => {
    const callId = await aCallBetweenTries()
    await cancelCall(care.deps, account, await nextOfSchedule())
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      wasCancelled: true,
      reason: 'Cancelled while waiting for another try.',
    })
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
    const entries = await care.db
      .selectFrom('activity')
      .select(['activityType', 'description', 'details'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      {
        activityType: 'call_cancelled',
        description: 'Recurring Daily Check-in for Margaret Hartley cancelled',
        details: null,
      },
      {
        activityType: 'call_cancelled',
        description: "Daily Check-in with Margaret Hartley won't be tried again",
        details: 'Cancelled while waiting for another try.',
      },
    ])
  })

  test('cancelling a schedule ends its waiting call also while the provider takes no calls', async () => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await cancelCall(care.deps, account, await nextOfSchedule())
    expect(await rungAfterwards()).toBe(0)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(care.notified).toEqual([])
  })

  test('cancelling a schedule ends the tries of the extra call as well', async () => {
    const recurring = await care.aCall(account, {
      lovedOneId,
      at: new Date(NINE_IN_SYDNEY.getTime() + 2 * DAY),
      recurrencePattern: 'daily',
    })
    const extra = await callNow(care.deps, account, recurring)
    await care.dispatch()
    await endLast()
    await cancelCall(care.deps, account, recurring)
    expect(await care.call(account, extra)).toMatchObject({
      status: 'missed',
      reason: expect.stringContaining('Cancelled'),
    })
    expect(await rungAfterwards()).toBe(0)
  })

  test('cancelling a schedule ends the tries of an occurrence that rings at another time as well', async () => {
    const occurrence = new Date(NINE_IN_SYDNEY.getTime() + DAY)
    const recurring = await care.aCall(account, { lovedOneId, at: occurrence, recurrencePattern: 'daily' })
    const moved = await moveOccurrence(care.deps, account, recurring, {
      occurrence: occurrence.toISOString(),
      scheduledTime: NINE_IN_SYDNEY.toISOString(),
    })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await endLast()
    await cancelCall(care.deps, account, recurring)
    expect(await care.call(account, moved)).toMatchObject({
      status: 'missed',
      wasCancelled: true,
      reason: 'Cancelled while waiting for another try.',
    })
    expect(await rungAfterwards()).toBe(0)
  })

  test('cancelling a schedule leaves the calls of every other schedule alone', async () => {
    const bill = await care.somebodyElse(account)
    const other = await care.aCall(account, {
      lovedOneId: bill,
      callType: 'wellness_check',
      recurrencePattern: 'daily',
    })
    const callId = await aCallThatRings()
    for (const { attemptId, providerCallId } of [...dials()]) {
      const ended = { status: 'busy', endedStatus: 'busy', answeredBy: null, durationSeconds: null } as const
      await care.facts.progressed(attemptId, { ...ended, providerCallId: providerCallId ?? '' })
    }
    const next = await care.db
      .selectFrom('calls')
      .select('id')
      .where('status', '=', 'scheduled')
      .where('callType', '=', 'daily_check_in')
      .executeTakeFirstOrThrow()
    await cancelCall(care.deps, account, next.id)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(await care.call(account, other)).toMatchObject({ status: 'in_progress' })
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    expect(dials()).toHaveLength(3)
  })
})

describe('cancelling a schedule whose phone rings or is talked on', () => {
  test('cancelling a schedule stops the phone that rings, and does not retry', async () => {
    const callId = await aCallThatRings()
    await cancelCall(care.deps, account, await nextOfSchedule())
    await care.settle()
    expect(care.telephony.stopped).toEqual([lastDial().providerCallId])
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', reason: 'Cancelled while it rang.' })
    await endLast()
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
  })

  test('cancelling a schedule cuts off nobody who talks, and does not retry when nobody answers', async () => {
    const callId = await aCallThatRings()
    await care.facts.answered(lastDial().attemptId, lastDial().providerCallId ?? '')
    await cancelCall(care.deps, account, await nextOfSchedule())
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    await endLast()
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: "Cancelled, so we didn't try again.",
    })
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
  })

  test('a cancelled call still takes an answer, and still reports a request for help', async () => {
    const callId = await aCallThatRings()
    await cancelCall(care.deps, account, await nextOfSchedule())
    await care.facts.heard(lastDial().attemptId, 'first', { keys: '2', speech: '' })
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    expect(care.notified).toMatchObject([{ subject: expect.stringContaining('asked for help') }])
  })

  test('a cancelled call alerts nobody when nobody answered its last try', async () => {
    const callId = await aCallBetweenTries()
    for (const isLast of [false, true]) {
      care.clock.advance(10 * MINUTE)
      await care.dispatch()
      if (isLast) await cancelCall(care.deps, account, await nextOfSchedule())
      await endLast()
    }
    expect(dials()).toHaveLength(3)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', wasCancelled: true })
    expect(care.notified).toEqual([])
    expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
  })

  test('a cancelled call reports help that was requested on the last try', async () => {
    await aCallBetweenTries()
    for (let tries = 0; tries < 2; tries++) {
      care.clock.advance(10 * MINUTE)
      await care.dispatch()
      if (tries === 0) await endLast()
    }
    await cancelCall(care.deps, account, await nextOfSchedule())
    await care.facts.heard(lastDial().attemptId, 'first', { keys: '2', speech: '' })
    await endLast('completed')
    expect(care.notified).toMatchObject([{ subject: expect.stringContaining('asked for help') }])
  })

  test('a cancelled call alerts nobody when its end can never be found out', async () => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    care.telephony.isDown = true
    await care.dispatch()
    await cancelCall(care.deps, account, await nextOfSchedule())
    await theDayGoesOn()
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', wasCancelled: true })
    expect(care.notified).toEqual([])
  })

  test('a cancelled call is not dialled again when the provider turns it down after all', async () => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.clock.set(NINE_IN_SYDNEY)
    const telephony: typeof care.deps.telephony = {
      ...care.telephony,
      async dial() {
        await cancelCall(care.deps, account, await nextOfSchedule())
        return { kind: 'not_placed', reason: 'ECONNREFUSED' }
      },
    }
    const { claimed } = await claimDueCalls(care.deps)
    for (const each of claimed) await dialAttempt({ ...care.deps, telephony }, each)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
  })
})

test('a cancelled dial that was claimed and not sent when the cancellation is answered is not sent', async () => {
  const callId = await aCallBetweenTries()
  care.clock.advance(10 * MINUTE)
  const { claimed } = await claimDueCalls(care.deps)
  expect(claimed).toHaveLength(1)
  await cancelCall(care.deps, account, await nextOfSchedule())
  for (const each of claimed) await dialAttempt(care.deps, each)
  expect(await rungAfterwards()).toBe(0)
  expect(dials()).toHaveLength(1)
  const call = await care.call(account, callId)
  expect(call).toMatchObject({ status: 'missed', reason: 'Cancelled before we rang.' })
  expect(call.attempts).toHaveLength(1)
})
