import { describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  care,
  DAY,
  dials,
  endLast,
  lastDial,
  lovedOneId,
  MINUTE,
  rungAfterwards,
  setUpTries,
} from '#test/no-further-try-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt } from './dispatch/dial-attempt.ts'

setUpTries()

describe('calls asked for at once and cancelled before they are dialled', () => {
  const aRecurringCall = () =>
    care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 2 * DAY), recurrencePattern: 'daily' })

  test('a cancelled extra call of a schedule does not ring', async () => {
    const recurring = await aRecurringCall()
    const extra = await callNow(care.deps, account, recurring)
    await cancelCall(care.deps, account, recurring)
    await care.dispatch()
    expect(dials()).toEqual([])
    expect(await care.call(account, extra)).toMatchObject({
      status: 'missed',
      reason: 'Cancelled before we rang.',
      wasCancelled: true,
    })
    expect(care.notified).toEqual([])
  })

  test('a cancelled one-off call that was brought forward and waits for its permit does not ring', async () => {
    const callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + DAY) })
    await callNow(care.deps, account, callId)
    const { claimed } = await claimDueCalls(care.deps)
    expect(claimed).toHaveLength(1)
    await cancelCall(care.deps, account, callId)
    for (const each of claimed) await dialAttempt(care.deps, each)
    expect(await rungAfterwards()).toBe(0)
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'Cancelled before we rang.',
      wasCancelled: true,
    })
    expect(care.notified).toEqual([])
  })

  test('a cancelled one-off call that waits for another try is not retried', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await endLast()
    await cancelCall(care.deps, account, callId)
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
  })
})

describe('calls cancelled while their phone rings', () => {
  async function aOneOffCallThatRings(): Promise<number> {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    return callId
  }

  test('a call cancelled while its phone rings stops ringing, ends as cancelled, is not retried, and alerts nobody', async () => {
    const callId = await aOneOffCallThatRings()
    await cancelCall(care.deps, account, callId)
    await care.settle()
    expect(care.telephony.stopped).toEqual([lastDial().providerCallId])
    await care.facts.progressed(lastDial().attemptId, {
      ...{ providerCallId: lastDial().providerCallId ?? '', status: 'canceled', endedStatus: 'canceled' as const },
      ...{ answeredBy: null, durationSeconds: null },
    })
    const call = await care.call(account, callId)
    expect(call).toMatchObject({ status: 'missed', wasCancelled: true, reason: 'Cancelled while it rang.' })
    expect(call.attempts).toMatchObject([{ outcome: 'stopped' }])
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
    expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
  })

  test('a call cancelled while its phone rings is stopped at the provider as soon as the provider can be asked', async () => {
    const callId = await aOneOffCallThatRings()
    care.telephony.isDown = true
    await cancelCall(care.deps, account, callId)
    await care.settle()
    expect(care.telephony.stopped).toEqual([])
    care.telephony.isDown = false
    care.clock.advance(10_000)
    await care.settle()
    expect(care.telephony.stopped).toEqual([lastDial().providerCallId])
  })

  test('a call cancelled while the provider is asked to place it is stopped, too', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    const telephony: typeof care.deps.telephony = {
      ...care.telephony,
      async dial(request) {
        await cancelCall(care.deps, account, callId)
        return care.telephony.dial(request)
      },
    }
    const { claimed } = await claimDueCalls(care.deps)
    for (const each of claimed) await dialAttempt({ ...care.deps, telephony }, each)
    await care.settle()
    expect(new Set(care.telephony.stopped)).toEqual(new Set([lastDial().providerCallId]))
    expect(await care.call(account, callId)).toMatchObject({ reason: 'Cancelled while we were making the call.' })
  })

  test('a call cancelled after the answer of the provider was lost is stopped, too', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    await cancelCall(care.deps, account, callId)
    care.clock.advance(MINUTE)
    await care.settle()
    expect(care.telephony.stopped).toHaveLength(1)
    expect(care.notified).toEqual([])
  })

  test('a person who picks up a call at the moment of its cancellation hears that it was cancelled, without a question', async () => {
    const callId = await aOneOffCallThatRings()
    const { attemptId, providerCallId } = lastDial()
    await cancelCall(care.deps, account, callId)
    const script = await care.facts.answered(attemptId, providerCallId ?? '')
    expect(script).toEqual([
      {
        kind: 'say',
        text: expect.stringMatching(/This call was cancelled a moment ago.*ring this number back at any time/),
      },
      { kind: 'hang_up' },
    ])
    await care.facts.answererDetected(attemptId, providerCallId ?? '', 'machine')
    expect(care.telephony.said).toEqual([])
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      wasCancelled: true,
      transcript: expect.stringContaining('cancelled a moment ago'),
    })
    expect(care.notified).toEqual([])
  })

  test('cancelling cuts off nobody who has picked up, and what they say counts', async () => {
    const callId = await aOneOffCallThatRings()
    const { attemptId, providerCallId } = lastDial()
    await care.facts.answered(attemptId, providerCallId ?? '')
    await cancelCall(care.deps, account, callId)
    await cancelCall(care.deps, account, callId)
    await care.settle()
    expect(care.telephony.stopped).toEqual([])
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress', wasCancelled: true })
    care.clock.advance(20_000)
    await endLast('completed')
    const call = await care.call(account, callId)
    expect(call).toMatchObject({ status: 'missed', reason: "Cancelled, so we didn't try again." })
    expect(call.timeline.filter(({ kind }) => kind === 'cancelled')).toHaveLength(2)
    expect(await rungAfterwards()).toBe(0)
    expect(care.notified).toEqual([])
  })

  test('a call that the provider did not take at first, and that is cancelled while somebody talks, does not blame the provider', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'down' })
    await care.dispatch()
    expect((await care.call(account, callId)).reason).toContain("isn't taking the call")
    care.clock.advance(MINUTE)
    await care.dispatch()
    const { attemptId, providerCallId } = lastDial()
    await care.facts.answered(attemptId, providerCallId ?? '')
    await cancelCall(care.deps, account, callId)
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: "Cancelled, so we didn't try again.",
    })
  })
})
