import { describe, expect, test } from 'vitest'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import {
  aCallBetweenTries,
  account,
  care,
  dials,
  endLast,
  lastDial,
  lovedOneId,
  MINUTE,
  nextOfSchedule,
  rungAfterwards,
  setUpTries,
  startOver,
  twoWorkers,
} from '#test/no-further-try-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt } from './dispatch/dial-attempt.ts'

setUpTries()

const ROUNDS = 20

describe('tries that fall due in the moment of a change', () => {
  /** Rounds of `end` against two workers; returns how often the try had been dialled. */
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

  test('a try that falls due while its schedule is cancelled was dialled before, or never is', async () => {
    await race(
      async () => cancelCall(care.deps, account, await nextOfSchedule()),
      async (callId, hasLeft) => {
        expect(await care.call(account, callId)).toMatchObject({ status: 'missed', wasCancelled: true })
        await care.settle()
        expect(care.telephony.stopped.length > 0).toBe(hasLeft)
        if (hasLeft) await endLast()
        expect(await rungAfterwards()).toBe(0)
        expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
        expect(care.notified).toEqual([])
      },
    )
  })

  test('a try that falls due while a late key acknowledges its call rings nobody, or is stopped', async () => {
    await race(
      (_callId, attemptId) => care.facts.heard(attemptId, 'first', { keys: '1', speech: '' }),
      async (callId, hasLeft) => {
        expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
        expect(new Set(care.telephony.stopped)).toEqual(new Set(hasLeft ? [lastDial().providerCallId] : []))
        expect(await rungAfterwards()).toBe(0)
        expect(care.notified).toEqual([])
      },
    )
  })

  test('a try that falls due while its loved one is removed was dialled before, or never is', async () => {
    await race(
      () => removeLovedOne(care.deps, account, lovedOneId),
      async () => {
        expect(await rungAfterwards()).toBe(0)
        expect(await care.db.selectFrom('calls').select('id').execute()).toEqual([])
      },
    )
  })
})

describe('late keys of the first try during the second', () => {
  async function theSecondTry() {
    const callId = await aCallBetweenTries()
    const { attemptId: first } = lastDial()
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    const { attemptId: second, providerCallId } = lastDial()
    return { callId, first, second, providerCallId: providerCallId ?? '' }
  }

  test('a late key of the first try stops the ringing second try; a person who picks up at that moment hears nothing', async () => {
    const { callId, first, second, providerCallId } = await theSecondTry()
    await care.facts.heard(first, 'first', { keys: '1', speech: '' })
    expect(care.telephony.stopped).toEqual([providerCallId])
    expect(await care.facts.answered(second, providerCallId)).toEqual([{ kind: 'hang_up' }])
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    expect(await rungAfterwards()).toBe(0)
  })

  test('a late key of the first try cuts off nobody who talks in the second', async () => {
    const { callId, first, second, providerCallId } = await theSecondTry()
    await care.facts.answered(second, providerCallId)
    await care.facts.heard(first, 'first', { keys: '1', speech: '' })
    expect(care.telephony.stopped).toEqual([])
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
  })

  test('a late key of the first try stops a second try that is being dialled as soon as the provider has taken it', async () => {
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
    const { claimed } = await claimDueCalls(care.deps)
    for (const each of claimed) await dialAttempt({ ...care.deps, telephony }, each)
    expect(care.telephony.stopped).toEqual([lastDial().providerCallId])
  })
})
