import { beforeEach, describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { editLovedOne, type LovedOnesDeps } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  lovedOneId,
  MINUTE,
  pass,
  SUSAN,
  setUpCheckIns,
  statusOf,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'
import { shortLine } from '#test/short-line.ts'
import { giveUpOverdueCalls } from './dispatch/not-made/give-up-overdue-calls.ts'
import { rezoneCalls } from './ending/rezone-calls.ts'

setUpCheckIns()

const UNAVAILABLE = { kind: 'unknown', saidBusy: true, reason: '503' } as const
const ROBYN = '+61491570150'
const MARGARET = '+61491570156'

beforeEach(async () => {
  await care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: null, runningSince: null }).execute()
})

async function later(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await pass(MINUTE)
    await care.settle()
  }
}
/** Cooee was not running until then, and its workers know. */
async function wakeAt(instant: string) {
  const now = new Date(instant)
  care.clock.set(now)
  await care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: now, runningSince: now }).execute()
}
const rung = () => dials().filter(({ providerCallId }) => providerCallId !== null)

describe('catch-up calls in outages of hours', () => {
  test('a catch-up call is made when hours of 503 to everything are over, and no contact is notified before', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 150; minutes++) {
      care.telephony.outcomes.splice(0, 99, UNAVAILABLE, UNAVAILABLE)
      await later(1)
      await care.escalate()
    }
    expect(await statusOf(callId)).toBe('failed')
    expect(textsTo(SUSAN)).toEqual([])
    care.telephony.isDown = false
    care.telephony.outcomes.length = 0
    await later(3)
    expect(rung()).toHaveLength(1)
    expect(textsTo(SUSAN)).toEqual([])
  })

  test('a catch-up call is made again while the provider takes every call and rings nobody, one at a time, until it works again', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    for (let minutes = 0; minutes < 75; minutes++) {
      await pass(MINUTE)
      for (const sid of care.telephony.stopped) care.telephony.end(sid, { endedStatus: 'canceled', status: 'canceled' })
      care.telephony.end(dials().at(-1)?.providerCallId ?? '', { status: 'queued' })
      await care.settle()
      await care.escalate()
    }
    const before = rung().length
    expect(before).toBe(care.telephony.stopped.length + 1)
    expect(textsTo(SUSAN)).toEqual([])
    await later(20)
    expect(rung().length).toBeGreaterThan(before)
  })

  test('a catch-up call that Cooee itself was not there to place is rung when it is back, before any contact is notified', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    await care.dispatch()
    await wakeAt('2026-03-11T11:30:00+11:00')
    await care.escalate()
    await later(10)
    await care.escalate()
    expect(rung()).toHaveLength(1)
    expect(textsTo(SUSAN)).toEqual([])
  })

  test('a catch-up call for which Cooee was away all day is rung on the next morning', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    await care.dispatch()
    await wakeAt('2026-03-11T22:00:00+11:00')
    await care.dispatch()
    await care.escalate()
    await wakeAt('2026-03-12T07:00:00+11:00')
    await care.dispatch()
    expect(rung()).toHaveLength(1)
    expect(textsTo(SUSAN)).toEqual([])
  })

  test('a catch-up call for which other calls leave no permit until 21:00 is rung on the next morning, and contacts are notified in time', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-10T12:00:00+11:00')
    await giveUpOverdueCalls(care.deps)
    // Workers run all the time, and every permit is another call's.
    for (const hour of ['13:59', '14:01', '18:00', '21:01']) {
      care.clock.set(new Date(`2026-03-10T${hour}:00+11:00`))
      await care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: care.clock.now() }).execute()
      await giveUpOverdueCalls(care.deps)
      await care.escalate()
      expect(textsTo(SUSAN).length > 0).toBe(hour > '14:00')
    }
    await care.dispatch()
    expect(rung().filter(({ to }) => to === MARGARET)).toEqual([])
    care.clock.set(new Date('2026-03-11T07:00:00+11:00'))
    await care.dispatch()
    expect(rung().filter(({ to }) => to === MARGARET)).toHaveLength(1)
  })

  test('catch-up calls after a night ring everybody once, also when they are more than can be rung in an hour', async () => {
    care.clock.set(new Date('2026-03-09T08:00:00+11:00'))
    const people = 15
    for (let n = 0; n < people; n++) {
      const somebody = await care.somebodyElse(account)
      await care.aCall(account, { lovedOneId: somebody, at: new Date('2026-03-09T18:00:00+11:00') })
    }
    care.clock.set(new Date('2026-03-10T06:50:00+11:00'))
    const on = shortLine(care, 10 / 3600, MINUTE)
    await on.pass(2 * HOUR)
    expect(on.calls).toHaveLength(people)
  })

  test('a catch-up call that the account holder starts at night is not lost by one dial that the provider did not take', async () => {
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T18:00:00+11:00') })
    care.clock.set(new Date('2026-03-10T22:00:00+11:00'))
    await care.dispatch()
    const catchUp = await care.db
      .selectFrom('calls')
      .select('id')
      .where('catchUpFor', 'is not', null)
      .executeTakeFirstOrThrow()
    await callNow(care.deps, account, catchUp.id)
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
    await later(10)
    expect(rung()).toHaveLength(1)
  })

  test('a catch-up call is not retried at night if the loved one has moved between two tries', async () => {
    await care.db.updateTable('lovedOnes').set({ timezone: 'Australia/Perth' }).execute()
    await care.aCall(account, { lovedOneId })
    // 22:30 in Sydney.
    care.clock.set(new Date('2026-03-10T19:30:00+08:00'))
    await care.dispatch()
    await endLast()
    const onZoneChanged: LovedOnesDeps['onZoneChanged'] = (trx, change) => rezoneCalls(care.deps, trx, change)
    const deps = { ...care.deps, onZoneChanged, beforeAdding: async () => {}, beforeRemoving: async () => {} }
    await editLovedOne(deps, account, lovedOneId, { timezone: 'Australia/Sydney' })
    await later(20)
    expect(dials()).toHaveLength(1)
  })

  test('a catch-up call is not rung again when the loved one has answered another call between two of its tries', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR))
    await care.dispatch()
    await endLast()
    const at = new Date(care.clock.now().getTime() + 5 * MINUTE)
    await care.aCall(account, { lovedOneId, at, callType: 'medication_reminder' })
    await pass(5 * MINUTE)
    await answerLast('1')
    const calls = await care.db.selectFrom('calls').select(['callType', 'status']).orderBy('id').execute()
    expect(calls.map(({ status }) => status)).toEqual(['missed', 'completed', 'completed'])
    await later(20)
    expect(dials()).toHaveLength(2)
  })

  test('a missed catch-up call that the account holder took on is reported to contacts when the account holder’s time is over', async () => {
    await care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
    await care.aCall(account, { lovedOneId })
    care.clock.set(new Date('2026-03-11T03:00:00+11:00'))
    await care.dispatch()
    care.clock.set(new Date('2026-03-11T07:00:00+11:00'))
    await care.dispatch()
    await write('1', ROBYN)
    for (let minutes = 0; minutes < 45; minutes++) {
      await pass(MINUTE)
      await endLast()
      await care.escalate()
    }
    expect(textsTo(SUSAN)).not.toEqual([])
  })
})

async function answerLast(keys: string) {
  const { attemptId = 0, providerCallId } = dials().at(-1) ?? {}
  await care.facts.answered(attemptId, providerCallId ?? '')
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  await care.facts.heard(attemptId, 'question 2', { keys, speech: '' })
  await endLast('completed')
}

describe('loved ones who have answered "not yet"', () => {
  test('a loved one who said "not yet" is not reported as silent if Cooee was not running at the next ring', async () => {
    const callId = await aRinging({ callType: 'medication_reminder' })
    await answerLast('2')
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR))
    await care.dispatch()
    await care.escalate()
    expect((await care.call(account, callId)).reason).toBe(
      'Margaret Hartley said "not yet", and we couldn\'t try again in time.',
    )
    expect(care.notified.map(({ text }) => text).join(' ')).not.toMatch(/didn't answer/)
    expect(textsTo(SUSAN)[0]).toContain("answered the 9:00 AM call, but hasn't said it's done")
  })

  test('a loved one who said "not yet" is not reported as unreached if the provider does not take the next try', async () => {
    await aRinging({ callType: 'medication_reminder' })
    await answerLast('2')
    for (let minutes = 0; minutes < 50; minutes++) {
      care.telephony.outcomes.splice(0, 99, ...Array(9).fill({ kind: 'not_placed', reason: '401' }))
      await pass(MINUTE)
    }
    await care.escalate()
    expect(textsTo(SUSAN)[0]).toContain("answered the 9:00 AM call, but hasn't said it's done")
    expect(care.notified.map(({ text }) => text).join(' ')).not.toMatch(
      /didn't answer|call to Margaret Hartley didn't go through/,
    )
  })
})

test('"did not answer" is not said of a loved one whose only try the provider could not connect', async () => {
  const callId = await aRinging()
  const { attemptId = 0, providerCallId } = dials()[0] ?? {}
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: providerCallId ?? '', status: 'failed', endedStatus: 'failed' },
    ...{ answeredBy: null, durationSeconds: null },
  })
  // Cooee was not running when the next try was due.
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR))
  await care.dispatch()
  await care.escalate()
  expect((await care.call(account, callId)).reason).toBe(
    "The phone company couldn't put the call through, and we couldn't try again in time.",
  )
  expect(textsTo(SUSAN).join(' ')).not.toMatch(/didn't answer/)
})
