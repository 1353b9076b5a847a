import { describe, expect, test } from 'vitest'
import { rezoneSchedules } from '#server/features/calls/public.ts'
import { tellOfRemoval } from '#server/features/incidents/public.ts'
import { editLovedOne, type LovedOnesDeps, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from './care-fixture.ts'
import {
  account,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  incidents,
  lovedOneId,
  MINUTE,
  pass,
  SUSAN,
  spoken,
  statusOf,
  textsTo,
  write,
} from './check-in-fixture.ts'

const UNAVAILABLE = { kind: 'unknown', saidBusy: true, reason: '503' } as const

const lovedOnesDeps = () => ({
  ...care.deps,
  beforeAdding: async () => {},
  beforeRemoving: (...[trx, removal]: Parameters<LovedOnesDeps['beforeRemoving']>) =>
    tellOfRemoval(care.deps.incidents, trx, removal),
  onZoneChanged: (...change: Parameters<LovedOnesDeps['onZoneChanged']>) => rezoneSchedules(care.deps, ...change),
})

describe('a call that the provider keeps queued', () => {
  test('is cancelled there, again and again, when she has written that she is well and the provider was away', async () => {
    const callId = await aRinging()
    care.telephony.isDown = true
    await write('OK')
    expect(await statusOf(callId)).toBe('completed')
    care.telephony.isDown = false
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(care.telephony.stopped).toHaveLength(1)
  })

  test('and whose dial had no answer is cancelled there when it is found after she has written that she is well', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    await write('OK')
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(care.telephony.stopped).toHaveLength(1)
  })

  test('is cancelled there when she is removed', async () => {
    await aRinging()
    await removeLovedOne(lovedOnesDeps(), account.id, lovedOneId)
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(care.telephony.stopped).toHaveLength(1)
  })

  test('and rings after she was removed says something', async () => {
    await aRinging()
    const { attemptId, providerCallId } = dials()[0] ?? { attemptId: 0, providerCallId: '' }
    await removeLovedOne(lovedOnesDeps(), account.id, lovedOneId)
    expect(spoken(await care.facts.answered(attemptId, providerCallId ?? ''))).not.toBe('')
  })

  test('for a quarter of an hour is not told as one by which she was not reached', async () => {
    await aRinging()
    const { providerCallId } = dials()[0] ?? { providerCallId: '' }
    care.telephony.end(providerCallId ?? '', { status: 'queued' })
    for (let seconds = 0; seconds < 20 * 60; seconds += 30) {
      care.clock.advance(30_000)
      await care.settle()
    }
    await care.escalate()
    expect((await incidents()).map(({ cause }) => cause)).toEqual(['not_placed'])
    expect(textsTo(SUSAN)).toEqual([])
  })
})

describe('a catch-up call', () => {
  /** Cooee was not running from before nine until then; the first dial of the catch-up call rings out. */
  async function catchUpAt(instant: Date, callType: 'daily_check_in' | 'medication_reminder' = 'daily_check_in') {
    await care.aCall(account, { lovedOneId, callType })
    care.clock.set(instant)
    await care.dispatch()
    expect(dials()).toHaveLength(1)
  }
  const perth = { timezone: 'Australia/Perth' }

  test('is not tried again at night where she has moved between two tries', async () => {
    await care.db.updateTable('lovedOnes').set(perth).execute()
    // 19:30 in Perth is 22:30 in Sydney.
    await catchUpAt(new Date('2026-03-10T19:30:00+08:00'))
    await endLast()
    await editLovedOne(lovedOnesDeps(), account.id, lovedOneId, { timezone: 'Australia/Sydney' })
    for (let minutes = 0; minutes < 60; minutes++) await pass(MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('that Cooee itself was not there to place is rung when Cooee is back: she was not rung for anything yet', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(new Date('2026-03-11T03:00:00+11:00'))
    await care.dispatch()
    care.clock.set(new Date('2026-03-11T09:30:00+11:00'))
    for (let minutes = 0; minutes < 60; minutes++) await pass(MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('is not rung again when she has answered another call between two of its tries', async () => {
    await catchUpAt(new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR))
    await endLast()
    await care.aCall(account, {
      lovedOneId,
      at: new Date(care.clock.now().getTime() + 5 * MINUTE),
      callType: 'medication_reminder',
    })
    await pass(5 * MINUTE)
    expect(dials()).toHaveLength(2)
    const { attemptId, providerCallId } = dials()[1] ?? { attemptId: 0, providerCallId: '' }
    await care.facts.answered(attemptId, providerCallId ?? '')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
    await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast('completed')
    expect(
      await care.db.selectFrom('calls').select(['callType', 'status', 'catchUpFor']).orderBy('id').execute(),
    ).toMatchObject([
      { callType: 'daily_check_in', status: 'missed' },
      { status: 'in_progress', catchUpFor: NINE_IN_SYDNEY },
      { callType: 'medication_reminder', status: 'completed' },
    ])
    for (let minutes = 0; minutes < 30; minutes++) await pass(MINUTE)
    expect(dials()).toHaveLength(2)
  })
})

describe('an outage of hours with 503 to everything', () => {
  test('rings her first of all when it is over: no contact is told before', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 5 * 60; minutes++) {
      care.telephony.outcomes.splice(0, 10, ...Array.from({ length: 10 }, () => UNAVAILABLE))
      await pass(MINUTE)
      await care.settle()
      await care.escalate()
    }
    expect(await statusOf(callId)).toBe('failed')
    expect(textsTo(SUSAN)).toEqual([])
  })

  test('does not use up the one call that makes up for it: she is rung when it is over', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 5 * 60; minutes++) {
      care.telephony.outcomes.splice(0, 10, ...Array.from({ length: 10 }, () => UNAVAILABLE))
      await pass(MINUTE)
      await care.settle()
    }
    care.telephony.isDown = false
    care.telephony.outcomes.length = 0
    for (let minutes = 0; minutes < 90; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(dials().filter(({ providerCallId }) => providerCallId !== null)).not.toEqual([])
  })
})

describe('a provider that takes every call for hours and rings nobody', () => {
  test('is no reason never to ring her: she is rung when it works again', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    for (let minutes = 0; minutes < 5 * 60; minutes++) {
      await pass(MINUTE)
      // It cancels what we ask it to cancel.
      for (const sid of care.telephony.stopped) care.telephony.end(sid, { endedStatus: 'canceled', status: 'canceled' })
      await care.settle()
    }
    const before = dials().length
    for (let minutes = 0; minutes < 90; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(dials().length).toBeGreaterThan(before)
  })
})
