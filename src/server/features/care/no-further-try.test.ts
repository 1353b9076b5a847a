import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/call-now.ts'
import { cancelCall } from '#server/features/calls/cancel-call.ts'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls } from './claim-due-calls.ts'
import { dialAttempt } from './dial-attempt.ts'
import { createDispatcher } from './dispatcher.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ROUNDS = 20

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(startOver)

async function startOver() {
  await care.db.deleteFrom('accounts').execute()
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
}

const dials = () => care.telephony.dialled.filter(({ providerCallId }) => providerCallId !== null)
const lastDial = () => dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
const nextOfSchedule = async () => {
  const next = await care.db
    .selectFrom('calls')
    .select('id')
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
  return next.id
}

async function endLast(endedStatus: 'no-answer' | 'completed' = 'no-answer') {
  const { attemptId, providerCallId } = lastDial()
  await care.facts.progressed(attemptId, {
    providerCallId: providerCallId ?? '',
    status: endedStatus,
    endedStatus,
    answeredBy: null,
    durationSeconds: null,
  })
}

/** A daily call that rings at nine. */
async function aCallThatRings(): Promise<number> {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  return callId
}

/** A daily call that rang out at nine and is to be tried again at ten past. */
async function aCallBetweenTries(): Promise<number> {
  const callId = await aCallThatRings()
  await endLast()
  return callId
}

async function twoWorkers() {
  const other = createDispatcher(care.deps)
  care.dispatcher.wake()
  other.wake()
  await Promise.all([care.dispatcher.idle(), other.idle()])
}

async function theDayGoesOn() {
  for (let times = 0; times < 9; times++) {
    care.clock.advance(10 * MINUTE)
    await care.settle()
    await twoWorkers()
  }
}

const rungAfterwards = async () => {
  const before = care.telephony.dialled.length
  await theDayGoesOn()
  return care.telephony.dialled.length - before
}

describe('cancelling a schedule whose call waits for another try', () => {
  test('ends that call at once, alarms nobody, and says so in the activity log', async () => {
    const callId = await aCallBetweenTries()
    await cancelCall(care.deps, account, await nextOfSchedule())
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      wasCancelled: true,
      reason: 'Cancelled while waiting for another try.',
    })
    expect(await rungAfterwards()).toBe(0)
    expect(care.told).toEqual([])
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
        description: 'Daily Check-in with Margaret Hartley is not tried again',
        details: 'Cancelled while waiting for another try.',
      },
    ])
  })

  test('ends it also while the provider takes no calls', async () => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await cancelCall(care.deps, account, await nextOfSchedule())
    expect(await rungAfterwards()).toBe(0)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(care.told).toEqual([])
  })

  test('ends the tries of the extra call as well', async () => {
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

  test('leaves the calls of every other schedule alone', async () => {
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

describe('cancelling a schedule whose phone rings', () => {
  test('lets it ring, and does not try again when nobody answers', async () => {
    const callId = await aCallThatRings()
    await cancelCall(care.deps, account, await nextOfSchedule())
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    await endLast()
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'Cancelled, so there was no further try.',
    })
    expect(await rungAfterwards()).toBe(0)
    expect(care.told).toEqual([])
  })

  test('still takes an answer, and still tells of a request for help', async () => {
    const callId = await aCallThatRings()
    await cancelCall(care.deps, account, await nextOfSchedule())
    await care.facts.heard(lastDial().attemptId, 'first', { keys: '2', speech: '' })
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    expect(care.told).toMatchObject([{ subject: expect.stringContaining('asked for help') }])
  })

  test('alarms nobody either when it was the last try that nobody answered', async () => {
    const callId = await aCallBetweenTries()
    for (const isLast of [false, true]) {
      care.clock.advance(10 * MINUTE)
      await care.dispatch()
      if (isLast) await cancelCall(care.deps, account, await nextOfSchedule())
      await endLast()
    }
    expect(dials()).toHaveLength(3)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', wasCancelled: true })
    expect(care.told).toEqual([])
    expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
  })

  test('tells of help that was asked for on the last try', async () => {
    await aCallBetweenTries()
    for (let tries = 0; tries < 2; tries++) {
      care.clock.advance(10 * MINUTE)
      await care.dispatch()
      if (tries === 0) await endLast()
    }
    await cancelCall(care.deps, account, await nextOfSchedule())
    await care.facts.heard(lastDial().attemptId, 'first', { keys: '2', speech: '' })
    await endLast('completed')
    expect(care.told).toMatchObject([{ subject: expect.stringContaining('asked for help') }])
  })

  test('alarms nobody when what became of it can never be found out', async () => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    care.telephony.isDown = true
    await care.dispatch()
    await cancelCall(care.deps, account, await nextOfSchedule())
    await theDayGoesOn()
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', wasCancelled: true })
    expect(care.told).toEqual([])
  })

  test('does not dial again what the provider turns down after all', async () => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.clock.set(NINE_IN_SYDNEY)
    const telephony: typeof care.deps.telephony = {
      ...care.telephony,
      async dial() {
        await cancelCall(care.deps, account, await nextOfSchedule())
        return { kind: 'not_placed', reason: 'ECONNREFUSED' }
      },
    }
    const { owed } = await claimDueCalls(care.deps)
    for (const each of owed) await dialAttempt({ ...care.deps, telephony }, each)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(await rungAfterwards()).toBe(0)
    expect(care.told).toEqual([])
  })
})

test('a dial that was claimed and has not left when the cancel is answered does not leave', async () => {
  const callId = await aCallBetweenTries()
  care.clock.advance(10 * MINUTE)
  const { owed } = await claimDueCalls(care.deps)
  expect(owed).toHaveLength(1)
  await cancelCall(care.deps, account, await nextOfSchedule())
  for (const each of owed) await dialAttempt(care.deps, each)
  expect(await rungAfterwards()).toBe(0)
  expect(dials()).toHaveLength(1)
  const call = await care.call(account, callId)
  expect(call).toMatchObject({ status: 'missed', reason: 'Cancelled before it was placed.' })
  expect(call.attempts).toHaveLength(1)
})

describe('a call that was asked for at once and is cancelled before it has left', () => {
  const aRecurringCall = () =>
    care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 2 * DAY), recurrencePattern: 'daily' })

  test('does not ring where it is the extra call of a schedule', async () => {
    const recurring = await aRecurringCall()
    const extra = await callNow(care.deps, account, recurring)
    await cancelCall(care.deps, account, recurring)
    await care.dispatch()
    expect(dials()).toEqual([])
    expect(await care.call(account, extra)).toMatchObject({
      status: 'missed',
      reason: 'Cancelled before it was placed.',
      wasCancelled: true,
    })
    expect(care.told).toEqual([])
  })

  test('does not ring where it is a one-off call that was brought forward, and waits for its place in the rate', async () => {
    const callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + DAY) })
    await callNow(care.deps, account, callId)
    const { owed } = await claimDueCalls(care.deps)
    expect(owed).toHaveLength(1)
    await cancelCall(care.deps, account, callId)
    for (const each of owed) await dialAttempt(care.deps, each)
    expect(await rungAfterwards()).toBe(0)
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'Cancelled before it was placed.',
      wasCancelled: true,
    })
    expect(care.told).toEqual([])
  })

  test('is not tried again where it is a one-off call that waits for another try', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await endLast()
    await cancelCall(care.deps, account, callId)
    expect(await rungAfterwards()).toBe(0)
    expect(care.told).toEqual([])
  })

  test('goes on where its phone rings: cancelling is refused', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await expect(cancelCall(care.deps, account, callId)).rejects.toThrow('no longer scheduled')
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress', wasCancelled: false })
  })
})

describe('a try that falls due in the moment in which', () => {
  /** Rounds of `end` against two workers; returns how often the try had left. */
  async function race(
    end: (callId: number, firstAttempt: number) => Promise<unknown>,
    check: (callId: number, hasLeft: boolean) => Promise<void>,
  ) {
    for (let round = 0; round < ROUNDS; round++) {
      await startOver()
      const callId = await aCallBetweenTries()
      const { attemptId } = lastDial()
      care.clock.advance(10 * MINUTE)
      const work = [() => end(callId, attemptId), () => twoWorkers()]
      if (round % 2) work.reverse()
      await Promise.all(work.map((begin) => begin()))
      await twoWorkers()
      await check(callId, dials().length > 1)
      expect(dials().length).toBeLessThanOrEqual(2)
    }
  }

  test('the schedule is cancelled has left before, or never leaves', async () => {
    await race(
      async () => cancelCall(care.deps, account, await nextOfSchedule()),
      async (callId, hasLeft) => {
        expect(await care.call(account, callId)).toMatchObject({ status: hasLeft ? 'in_progress' : 'missed' })
        if (hasLeft) await endLast()
        expect(await rungAfterwards()).toBe(0)
        expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
        expect(care.told).toEqual([])
      },
    )
  })

  test('a late key acknowledges the call rings nobody, or is stopped', async () => {
    await race(
      (_callId, attemptId) => care.facts.heard(attemptId, 'first', { keys: '1', speech: '' }),
      async (callId, hasLeft) => {
        expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
        expect(new Set(care.telephony.stopped)).toEqual(new Set(hasLeft ? [lastDial().providerCallId] : []))
        expect(await rungAfterwards()).toBe(0)
        expect(care.told).toEqual([])
      },
    )
  })

  test('the loved one is removed has left before, or never leaves', async () => {
    await race(
      () => removeLovedOne(care.deps, account.id, lovedOneId),
      async () => {
        expect(await rungAfterwards()).toBe(0)
        expect(await care.db.selectFrom('calls').select('id').execute()).toEqual([])
      },
    )
  })
})

describe('a late key of the first try while the second', () => {
  async function theSecondTry() {
    const callId = await aCallBetweenTries()
    const { attemptId: first } = lastDial()
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    const { attemptId: second, providerCallId } = lastDial()
    return { callId, first, second, providerCallId: providerCallId ?? '' }
  }

  test('rings lets it ring no more; whoever picks up at that moment hears nothing', async () => {
    const { callId, first, second, providerCallId } = await theSecondTry()
    await care.facts.heard(first, 'first', { keys: '1', speech: '' })
    expect(care.telephony.stopped).toEqual([providerCallId])
    expect(await care.facts.answered(second, providerCallId)).toEqual([{ kind: 'hang_up' }])
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    expect(await rungAfterwards()).toBe(0)
  })

  test('is being talked on cuts nobody off', async () => {
    const { callId, first, second, providerCallId } = await theSecondTry()
    await care.facts.answered(second, providerCallId)
    await care.facts.heard(first, 'first', { keys: '1', speech: '' })
    expect(care.telephony.stopped).toEqual([])
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
  })

  test('is being dialled stops it as soon as the provider has taken it', async () => {
    await aCallBetweenTries()
    const { attemptId: first } = lastDial()
    care.clock.advance(10 * MINUTE)
    const telephony: typeof care.deps.telephony = {
      ...care.telephony,
      async dial(request) {
        await care.facts.heard(first, 'first', { keys: '1', speech: '' })
        return care.telephony.dial(request)
      },
    }
    const { owed } = await claimDueCalls(care.deps)
    for (const each of owed) await dialAttempt({ ...care.deps, telephony }, each)
    expect(care.telephony.stopped).toEqual([lastDial().providerCallId])
  })
})
