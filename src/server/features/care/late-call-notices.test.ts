import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { postpone } from '#server/features/calls/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY, startPollLoops } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt } from './dispatch/dial-attempt.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { recordHeartbeat } from './dispatch/dispatcher-heartbeats.ts'
import { notifyOfLateCalls } from './dispatch/not-made/notify-of-late-calls.ts'
import { readHeartbeat } from './heartbeat/heartbeat.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let care: CareFixture
let account: { id: number; personId: number }
let lovedOneId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  await care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: null, runningSince: null }).execute()
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  care.telephony.clear()
  care.notified.length = 0
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: '+61491570111' }).where('id', '=', account.personId).execute()
  lovedOneId = await care.aLovedOne(account)
})

/** A running worker for that long: it polls, dials, reconciles and watches, every quarter of a minute. */
async function workFor(milliseconds: number, { isDispatching = true } = {}) {
  for (let worked = 0; worked <= milliseconds; worked += 15 * SECOND) {
    if (worked > 0) care.clock.advance(Math.min(15 * SECOND, milliseconds))
    await recordHeartbeat(care.db, care.clock.now())
    if (isDispatching) await care.dispatch()
    await care.settle()
    await notifyOfLateCalls(care.deps)
  }
}
const aCallAtNine = async (fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) => {
  const callId = await care.aCall(account, { lovedOneId, ...fields })
  await recordHeartbeat(care.db, care.clock.now())
  await recordHeartbeat(care.db, new Date(NINE_IN_SYDNEY.getTime() - 30 * SECOND))
  await recordHeartbeat(care.db, NINE_IN_SYDNEY)
  care.clock.set(NINE_IN_SYDNEY)
  return callId
}
const notices = () => care.notified.filter(({ dedupeKey }) => dedupeKey.includes(':late:'))
const mail = () => notices().find(({ channel }) => channel === 'email')
const refuseForLong = () => {
  for (let dials = 0; dials < 500; dials++)
    care.telephony.outcomes.push({ kind: 'not_placed', reason: '401 suspended' })
}

describe('calls that the provider turns down', () => {
  test('a call that the provider turns down is reported after five minutes, by mail and text, with why and what happens next', async () => {
    await aCallAtNine()
    refuseForLong()
    await workFor(5 * MINUTE - 15 * SECOND)
    expect(care.notified).toEqual([])
    await workFor(15 * SECOND)
    expect(care.notified.map(({ channel, recipient }) => `${channel} ${recipient}`)).toEqual([
      expect.stringMatching(/^email care\d+@example\.com$/),
      'sms +61491570111',
    ])
    expect(mail()?.subject).toBe("We didn't ring Margaret Hartley at 9:00 AM")
    for (const { text } of care.notified) {
      expect(text).toContain(
        "We didn't ring Margaret Hartley at 9:00 AM. The phone company hasn't been taking our calls.",
      )
      expect(text).toContain("We'll keep trying until 10:00 AM")
    }
  })

  test('a call that the provider turns down is reported as late once, and its end is reported as other news', async () => {
    const callId = await aCallAtNine()
    refuseForLong()
    await workFor(62 * MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'failed' })
    expect(care.notified.map(({ channel, subject }) => `${channel} ${subject}`)).toEqual([
      "email We didn't ring Margaret Hartley at 9:00 AM",
      'sms null',
      "email We couldn't make the 9:00 AM daily check-in to Margaret Hartley",
      'sms null',
    ])
  })

  test('a late call is in the activity log with the reason', async () => {
    await aCallAtNine()
    refuseForLong()
    await workFor(6 * MINUTE)
    const entry = await care.db.selectFrom('activity').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      accountId: account.id,
      description: "Daily Check-in with Margaret Hartley: we didn't ring at 9:00 AM",
      details: "The phone company hasn't been taking our calls.",
    })
  })

  test('a call that is placed within five minutes is not reported as late', async () => {
    await aCallAtNine()
    for (let dials = 0; dials < 4; dials++) care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
    await workFor(8 * MINUTE)
    expect(care.telephony.dialled.at(-1)?.providerCallId).not.toBeNull()
    expect(notices()).toEqual([])
  })
})

test('a call that the provider does not answer about is reported as late without a claim that nobody can know', async () => {
  await aCallAtNine()
  care.telephony.outcomes.push({ kind: 'lost_answer' })
  care.telephony.isDown = true
  await workFor(6 * MINUTE)
  expect(mail()?.subject).toBe("We didn't ring Margaret Hartley at 9:00 AM, as far as we know")
  expect(mail()?.text).toContain("we can't tell if the phone rang. We're finding out")
})

test('with more calls than the provider lets through, each that waits for longer than five minutes is reported', async () => {
  const waiting = await care.aLovedOne(account, { name: 'Bill Hartley', phoneNumber: '+61491570157' })
  await care.aCall(account, { lovedOneId: waiting })
  await aCallAtNine({ callType: 'medication_reminder' })
  const oneInAnHour = { ...care.deps, callsPerSecond: 1 / 3600 }
  for (const claimed of (await claimDueCalls(oneInAnHour)).claimed) await dialAttempt(oneInAnHour, claimed)
  await workFor(6 * MINUTE, { isDispatching: false })
  expect(notices()).toHaveLength(2)
  expect(mail()?.text).toContain(
    "We didn't ring Bill Hartley at 9:00 AM. More calls were due at once than we can make. We'll keep trying until 10:00 AM",
  )
})

test('a call that could not be claimed is reported as something that went wrong on our side', async () => {
  await aCallAtNine()
  await postpone(
    care.db,
    [(await care.db.selectFrom('calls').select('id').executeTakeFirstOrThrow()).id],
    NINE_IN_SYDNEY,
  )
  await workFor(6 * MINUTE, { isDispatching: false })
  expect(mail()?.text).toContain('Something went wrong on our side.')
})

describe('late calls after an outage of Cooee', () => {
  test('a call found late at the start is reported, although it is being dialled now', async () => {
    const callId = await aCallAtNine()
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 12 * MINUTE))
    await care.dispatch()
    await recordHeartbeat(care.db, care.clock.now())
    await notifyOfLateCalls(care.deps)
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    expect(mail()?.text).toContain(
      "We didn't ring Margaret Hartley at 9:00 AM. Cooee was down at the time. We rang Margaret at 9:12 AM instead.",
    )
  })

  test('a late call is reported also when nothing watched until the call was over', async () => {
    await aCallAtNine()
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 12 * MINUTE))
    await care.dispatch()
    const { attemptId = 0, providerCallId = '' } = care.telephony.dialled[0] ?? {}
    await care.facts.heard(attemptId, 'first', { keys: '1', speech: '' })
    const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 5 } as const
    await care.facts.progressed(attemptId, { ...ended, providerCallId: providerCallId ?? '' })
    await notifyOfLateCalls(care.deps)
    expect(notices()).toHaveLength(2)
  })

  test('a call whose worker died between the claim and the dial is reported as late', async () => {
    await aCallAtNine()
    await claimDueCalls(care.deps)
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 7 * MINUTE))
    await workFor(MINUTE)
    expect(care.telephony.dialled).toHaveLength(1)
    expect(notices()).toHaveLength(2)
  })

  test('a loved one’s call missed day after day is reported every day', async () => {
    await aCallAtNine({ recurrencePattern: 'daily' })
    for (let days = 1; days <= 12; days++) {
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + (days * 24 - 20) * 60 * MINUTE))
      await care.dispatch()
      await notifyOfLateCalls(care.deps)
      const mails = care.notified.filter(
        ({ channel, subject }) => channel === 'email' && subject?.includes("couldn't make"),
      )
      expect(mails).toHaveLength(days)
    }
  })

  test('a call found past its grace period is reported once, as missed', async () => {
    await aCallAtNine()
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * 60 * MINUTE))
    await notifyOfLateCalls(care.deps)
    await workFor(MINUTE)
    expect(care.notified.map(({ subject }) => subject)).toEqual([
      "We couldn't make the 9:00 AM daily check-in to Margaret Hartley",
      null,
    ])
  })
})

describe('conditions of late call notices', () => {
  test('late calls are reported once by any number of workers that run at once', async () => {
    for (let calls = 0; calls < 3; calls++) await aCallAtNine()
    refuseForLong()
    care.clock.advance(6 * MINUTE)
    await Promise.all(Array.from({ length: 4 }, () => notifyOfLateCalls(care.deps)))
    await notifyOfLateCalls(care.deps)
    expect(notices()).toHaveLength(2)
    const entries = await care.db
      .selectFrom('activity')
      .select('id')
      .where('activityType', '=', 'call_updated')
      .execute()
    expect(entries).toHaveLength(3)
  })

  test('a call that was attempted in time is not reported as late, however often it is retried', async () => {
    const callId = await aCallAtNine()
    await care.dispatch()
    for (let attempt = 0; attempt < 3; attempt++) {
      const { attemptId = 0, providerCallId = '' } = care.telephony.dialled.at(-1) ?? {}
      const ended = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
      await care.facts.progressed(attemptId, { ...ended, providerCallId: providerCallId ?? '' })
      await workFor(10 * MINUTE)
    }
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(notices()).toEqual([])
  })

  test('a Call Now is late five minutes after it was asked for', async () => {
    const callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 60 * MINUTE) })
    care.clock.set(NINE_IN_SYDNEY)
    await callNow(care.deps, account, callId)
    care.clock.advance(5 * MINUTE - SECOND)
    await notifyOfLateCalls(care.deps)
    expect(notices()).toEqual([])
    care.clock.advance(SECOND)
    await notifyOfLateCalls(care.deps)
    expect(mail()?.subject).toBe("We didn't ring Margaret Hartley at 9:00 AM")
  })

  test('a late call that is moved to another time is promised again', async () => {
    const callId = await aCallAtNine()
    care.clock.advance(6 * MINUTE)
    await notifyOfLateCalls(care.deps)
    await editCall(care.deps, account, callId, { scheduledTime: '2026-03-10T11:00:00+11:00' })
    await notifyOfLateCalls(care.deps)
    expect(notices()).toHaveLength(2)
    care.clock.set(new Date('2026-03-10T11:05:00+11:00'))
    await notifyOfLateCalls(care.deps)
    expect(notices().map(({ subject }) => subject)).toEqual([
      "We didn't ring Margaret Hartley at 9:00 AM",
      null,
      "We didn't ring Margaret Hartley at 11:00 AM",
      null,
    ])
  })

  test('a call that its account holder cancelled is not reported as late', async () => {
    const callId = await aCallAtNine({ recurrencePattern: 'daily' })
    refuseForLong()
    await workFor(MINUTE)
    const { id } = await care.db
      .selectFrom('calls')
      .select('id')
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow()
    await cancelCall(care.deps, account, id)
    await workFor(20 * MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(care.notified).toEqual([])
  })

  test('late calls that cannot be reported, however many, keep no other from being reported', async () => {
    const spoilt: number[] = []
    for (let calls = 0; calls < 60; calls++) spoilt.push(await aCallAtNine())
    await aCallAtNine()
    care.clock.advance(6 * MINUTE)
    const enqueueNotice: typeof care.deps.enqueueNotice = async (trx, notice) => {
      if (spoilt.some((callId) => notice.dedupeKey.startsWith(`call:${callId}:`))) throw new Error('Not this one')
      return care.deps.enqueueNotice(trx, notice)
    }
    await expect(notifyOfLateCalls({ ...care.deps, enqueueNotice })).rejects.toThrow('60 of its parts failed')
    expect(notices()).toHaveLength(2)
    expect(await notifyOfLateCalls(care.deps)).toBe(60)
    expect(await notifyOfLateCalls(care.deps)).toBe(0)
  })

  test('the poll loops report late calls while the provider hangs', async () => {
    await aCallAtNine()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const telephony: typeof care.deps.telephony = {
      ...care.telephony,
      async dial() {
        await asked
        return { kind: 'unknown', saidBusy: false, reason: 'a timeout' }
      },
      async findCalls() {
        await asked
        return { kind: 'unavailable', reason: 'a timeout' }
      },
    }
    const deps = { ...care.deps, telephony }
    const dispatcher = createDispatcher(deps)
    const rounds = startPollLoops(deps, dispatcher, care.dialHandlers)
    await vi.waitFor(async () => {
      await care.db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()
    }, 10_000)
    care.clock.advance(6 * MINUTE)
    await vi.waitFor(() => expect(notices()).toHaveLength(2), 10_000)
    answer()
    await rounds.stop()
    await dispatcher.stop()
  })
})

describe('heartbeats', () => {
  const beat = async () => (await readHeartbeat(care)).trouble

  test('the heartbeat is there while a worker polls and nothing waits for long', async () => {
    await aCallAtNine()
    expect(await readHeartbeat(care)).toEqual({ lastHeartbeatAt: NINE_IN_SYDNEY, dueNotStarted: 1, trouble: null })
    await care.dispatch()
    expect(await readHeartbeat(care)).toMatchObject({ dueNotStarted: 0, trouble: null })
  })

  test('the heartbeat is absent before any worker has polled, and when none has for half a minute', async () => {
    expect(await beat()).toBe('Nobody has looked for due calls yet.')
    await aCallAtNine()
    care.clock.advance(31 * SECOND)
    expect(await beat()).toBe(`Nobody has looked for due calls since ${NINE_IN_SYDNEY.toISOString()}.`)
  })

  test('the heartbeat stops while a call waits for its first dial for more than five minutes, reported or not', async () => {
    await aCallAtNine()
    refuseForLong()
    await workFor(4 * MINUTE)
    expect(await beat()).toBeNull()
    await workFor(2 * MINUTE)
    expect(notices()).toHaveLength(2)
    expect(await beat()).toBe('1 call has not been placed 5 minutes after its time.')
    care.telephony.outcomes.length = 0
    await workFor(2 * MINUTE)
    expect(await beat()).toBeNull()
  })

  test('the heartbeat is not kept up by a clock that was ahead', async () => {
    await recordHeartbeat(care.db, new Date(care.clock.now().getTime() + 10 * MINUTE))
    expect(await beat()).toContain('Nobody has looked')
    await recordHeartbeat(care.db, care.clock.now())
    expect(await beat()).toBeNull()
  })

  test('the heartbeat is written by the poll loops once a poll has succeeded', async () => {
    const rounds = startPollLoops(care.deps, care.dispatcher, care.dialHandlers)
    await vi.waitFor(async () => expect(await beat()).toBeNull(), 10_000)
    await rounds.stop()
  })
})
