import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimQueuedAlerts } from '#server/features/incidents/alert-calls/queued-alerts.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { aRefusal } from '#test/refusals.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dispatchQueue } from './dispatch/dispatch-queue.ts'
import { recordHeartbeat } from './dispatch/dispatcher-heartbeats.ts'
import { notifyOfLateCalls } from './dispatch/not-made/notify-of-late-calls.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LANDLINE = '+61298765432'

let care: CareFixture
let account: { id: number }
let margaret: number
let bill: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  await care.db.deleteFrom('testCalls').execute()
  await care.db.deleteFrom('inboundCalls').execute()
  care.telephony.clear()
  care.notified.length = 0
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60 * MINUTE))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  account = await care.anAccount()
  margaret = await care.aLovedOne(account, { phoneNumber: LANDLINE })
  bill = await care.aLovedOne(account, { name: 'Bill Hartley', phoneNumber: LANDLINE })
})

type Ended = 'completed' | 'busy' | 'no-answer'
async function end(callId: number, endedStatus: Ended = 'no-answer') {
  const { id, providerCallId } = await care.db
    .selectFrom('attempts')
    .select(['id', 'providerCallId'])
    .where('callId', '=', callId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const facts = { status: endedStatus, endedStatus, answeredBy: null, durationSeconds: null } as const
  await care.facts.progressed(id, { ...facts, providerCallId: providerCallId ?? '' })
}
const callsRung = async () => {
  const attempts = await care.db.selectFrom('attempts').select('callId').orderBy('id').execute()
  return attempts.map(({ callId }) => callId)
}
const later = async (milliseconds: number) => {
  care.clock.advance(milliseconds)
  await care.dispatch()
}
const aTestCall = () =>
  care.db
    .insertInto('testCalls')
    .values({ phoneNumber: LANDLINE, callType: 'daily_check_in', state: 'placed', startedAt: care.clock.now() })
    .execute()
const rangCooee = (providerCallId: string) =>
  care.db
    .insertInto('inboundCalls')
    .values({ providerCallId, phoneNumber: LANDLINE, receivedAt: care.clock.now() })
    .execute()

describe('two calls that are due at one minute on one phone', () => {
  test('two calls on one phone ring one after the other, and the second is dialled when the first has ended', async () => {
    const first = await care.aCall(account, { lovedOneId: margaret })
    const second = await care.aCall(account, { lovedOneId: bill })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await later(40 * SECOND)
    expect(await callsRung()).toEqual([first])
    await end(first)
    await care.dispatch()
    expect(await callsRung()).toEqual([first, second])
    expect(await care.call(account, second)).toMatchObject({ status: 'in_progress' })
  })

  test('two calls on one phone ring one after the other also if the second was queued before the first rang', async () => {
    const [first] = [
      await care.aCall(account, { lovedOneId: margaret }),
      await care.aCall(account, { lovedOneId: bill }),
    ]
    care.clock.set(NINE_IN_SYDNEY)
    let nowMs = 0
    // Polling takes long, so one poll stays fresh for both claims.
    const line = dispatchQueue({ ...care.deps, nowMs: () => (nowMs += 100) })
    const claims = [await claimDueCalls(care.deps, 1, line), await claimDueCalls(care.deps, 1, line)]
    expect(claims.flatMap(({ claimed }) => claimed.map(({ callId }) => callId))).toEqual([first])
  })

  test('two calls of two families on one phone ring one after the other, too, however many workers poll at once', async () => {
    const other = await care.anAccount()
    const sameMother = await care.aLovedOne(other, { phoneNumber: LANDLINE })
    await care.aCall(account, { lovedOneId: margaret })
    await care.aCall(other, { lovedOneId: sameMother })
    care.clock.set(NINE_IN_SYDNEY)
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimDueCalls(care.deps)))
    expect(claims.flatMap(({ claimed }) => claimed)).toHaveLength(1)
  })

  test('only one of a care call and an alert for one phone rings, whichever worker polls first', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret })
    await care.aCall(account, { lovedOneId: bill })
    care.clock.set(NINE_IN_SYDNEY)
    await aQueuedAlert(callId, 1)
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        worker % 2 === 0 ? claimDueCalls(care.deps) : claimQueuedAlerts(care.deps.incidents, 5),
      ),
    )
    expect(claims.flatMap(({ claimed }): unknown[] => claimed)).toHaveLength(1)
  })

  test('the second call on one phone is reported as late with the reason when it has waited for five minutes', async () => {
    await care.aCall(account, { lovedOneId: margaret })
    await care.aCall(account, { lovedOneId: bill })
    await recordHeartbeat(care.db, new Date(NINE_IN_SYDNEY.getTime() - SECOND))
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    for (let seconds = 0; seconds < 360; seconds += 20) {
      await recordHeartbeat(care.db, care.clock.now())
      await later(20 * SECOND)
    }
    await notifyOfLateCalls(care.deps)
    expect(care.notified[0]?.text).toContain(
      "We didn't ring Bill Hartley at 9:00 AM. The phone was busy with another of our calls.",
    )
  })

  test('two calls on one phone delay no other call', async () => {
    for (const lovedOneId of [margaret, bill]) {
      await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
    }
    const other = await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
    care.clock.set(NINE_IN_SYDNEY)
    const paced = { ...care.deps, callsPerSecond: 1 }
    for (let second = 0; second < 2; second++) {
      await claimDueCalls(paced)
      care.clock.advance(SECOND)
    }
    expect(await callsRung()).toContain(other)
  })

  test('two calls on one phone delay no other call, however many are before it in the order', async () => {
    const waiting = await care.db
      .insertInto('lovedOnes')
      .values(
        Array.from({ length: 600 }, (_, index) => ({
          accountId: account.id,
          name: `Resident ${index}`,
          phoneNumber: LANDLINE,
          timezone: 'Australia/Sydney',
        })),
      )
      .returning('id')
      .execute()
    const due = { dialAt: NINE_IN_SYDNEY, dialBy: new Date(NINE_IN_SYDNEY.getTime() + 30 * MINUTE) }
    const reminder = { accountId: account.id, callType: 'medication_reminder', scheduledFor: NINE_IN_SYDNEY } as const
    await care.db
      .insertInto('calls')
      .values(waiting.map(({ id }) => ({ ...reminder, ...due, lovedOneId: id })))
      .execute()
    const behind = await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
    care.clock.set(NINE_IN_SYDNEY)
    const paced = { ...care.deps, callsPerSecond: 1 }
    await claimDueCalls(paced)
    expect(await callsRung()).not.toContain(behind)
    care.clock.advance(2 * SECOND)
    await claimDueCalls(paced)
    expect(await callsRung()).toEqual([expect.any(Number), behind])
  })

  test('the second call on one phone is missed with the reason if the phone is not free in its grace period', async () => {
    await care.aCall(account, { lovedOneId: margaret, callType: 'wake_up_call' })
    const second = await care.aCall(account, { lovedOneId: bill, callType: 'wake_up_call' })
    care.clock.set(NINE_IN_SYDNEY)
    for (let minute = 0; minute < 14; minute += 7) {
      await care.dispatch()
      care.clock.advance(7 * MINUTE)
    }
    await later(50 * SECOND)
    await later(11 * SECOND)
    expect(await care.call(account, second)).toMatchObject({
      status: 'missed',
      reason: "The phone was busy with another of our calls, so we couldn't ring in time.",
    })
    expect(care.notified.some(({ text }) => text.includes('busy with another of our calls'))).toBe(true)
  })

  test('a phone without a provider event for a quarter of an hour keeps no other call waiting', async () => {
    await care.aCall(account, { lovedOneId: margaret })
    const second = await care.aCall(account, { lovedOneId: bill })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await later(16 * MINUTE)
    expect(await callsRung()).toContain(second)
  })
})

describe('phones on which there is another call of ours', () => {
  test('a care call waits for the end of a test call on its phone', async () => {
    await aTestCall()
    const callId = await care.aCall(account, { lovedOneId: margaret, at: care.clock.now() })
    await care.dispatch()
    expect(await callsRung()).toEqual([])
    await care.db.updateTable('testCalls').set({ state: 'ended', endedAt: care.clock.now() }).execute()
    await care.dispatch()
    expect(await callsRung()).toEqual([callId])
  })

  test('a care call waits a minute and a half for a person who rings Cooee from its phone', async () => {
    await rangCooee('CA-inbound')
    const callId = await care.aCall(account, { lovedOneId: margaret, at: care.clock.now() })
    await later(89 * SECOND)
    expect(await callsRung()).toEqual([])
    await later(2 * SECOND)
    expect(await callsRung()).toEqual([callId])
  })

  test('a person who rings Cooee again and again delays the care call to that phone no longer than once', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret, at: care.clock.now() })
    for (let ring = 0; ring < 2; ring++) {
      await rangCooee(`CA-again-${ring}`)
      await later(60 * SECOND)
    }
    expect(await callsRung()).toEqual([callId])
  })

  test('a person who rings Cooee again after ten minutes is waited for once more', async () => {
    await rangCooee('CA-early')
    care.clock.advance(11 * MINUTE)
    await rangCooee('CA-later')
    const callId = await care.aCall(account, { lovedOneId: margaret, at: care.clock.now() })
    await later(89 * SECOND)
    expect(await callsRung()).toEqual([])
    await later(2 * SECOND)
    expect(await callsRung()).toEqual([callId])
  })

  test('a care call waits for an alert on its phone, and an alert waits for a care call', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret })
    care.clock.set(NINE_IN_SYDNEY)
    const [first, second] = [await aQueuedAlert(callId, 1), await aQueuedAlert(callId, 2)]
    const { claimed } = await claimQueuedAlerts(care.deps.incidents, 5)
    expect(claimed.map(({ alertId }) => alertId)).toEqual([first])
    await later(SECOND)
    expect(await callsRung()).toEqual([])
    await care.db
      .updateTable('alertCalls')
      .set({ state: 'ended', outcome: 'no_answer', nextAt: null, endedAt: care.clock.now() })
      .where('alertId', '=', first)
      .execute()
    await later(SECOND)
    expect(await callsRung()).toEqual([callId])
    care.clock.advance(SECOND)
    expect((await claimQueuedAlerts(care.deps.incidents, 5)).claimed).toEqual([])
    await end(callId)
    care.clock.advance(SECOND)
    expect((await claimQueuedAlerts(care.deps.incidents, 5)).claimed.map(({ alertId }) => alertId)).toEqual([second])
  })
})

describe('phones that are busy with another call of ours', () => {
  test('a phone that is busy with another call of ours costs no try: it is tried again in a minute, as often as before', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await aTestCall()
    await care.db
      .updateTable('testCalls')
      .set({ state: 'ended', endedAt: new Date(NINE_IN_SYDNEY.getTime() + 5 * SECOND) })
      .execute()
    care.clock.advance(10 * SECOND)
    await end(callId, 'busy')
    await later(59 * SECOND)
    expect(await callsRung()).toHaveLength(1)
    await later(SECOND)
    expect(await callsRung()).toHaveLength(2)
    for (let tries = 0; tries < 3; tries++) {
      await end(callId)
      await later(10 * MINUTE)
    }
    expect(await callsRung()).toHaveLength(4)
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
    expect(care.notified.at(-1)?.text).toContain('We rang three times.')
  })

  test('a phone that is busy with another call of ours is rung again as soon as that call has ended', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await aTestCall()
    await end(callId, 'busy')
    await later(SECOND)
    expect(await callsRung()).toHaveLength(1)
    await care.db.updateTable('testCalls').set({ state: 'ended', endedAt: care.clock.now() }).execute()
    await later(SECOND)
    expect(await callsRung()).toHaveLength(2)
  })

  test('a retry for a phone busy with us rings the same number: the second number is for a try that found nobody', async () => {
    const own = await care.aLovedOne(account, { phoneNumber: LANDLINE, secondPhoneNumber: '+61491570159' })
    const callId = await care.aCall(account, { lovedOneId: own })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await aTestCall()
    await end(callId, 'busy')
    await care.db.updateTable('testCalls').set({ state: 'ended', endedAt: care.clock.now() }).execute()
    await later(SECOND)
    await end(callId)
    await later(10 * MINUTE)
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([LANDLINE, LANDLINE, '+61491570159'])
  })

  test('a retry that skips a second phone waits as well while the first is in use', async () => {
    const own = '+61491570199'
    await care.db.updateTable('lovedOnes').set({ secondPhoneNumber: own }).where('id', '=', margaret).execute()
    await aRefusal(care.db, { phoneNumber: own, calls: true }, care.clock.now())
    const retried = await care.aCall(account, { lovedOneId: margaret })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await end(retried)
    care.clock.advance(10 * MINUTE - SECOND)
    const other = await care.aCall(account, { lovedOneId: bill, at: new Date(care.clock.now().getTime() + SECOND / 2) })
    await later(SECOND / 2)
    await later(SECOND)
    expect(await callsRung()).toEqual([retried, other])
    await end(other)
    await later(30 * SECOND)
    expect(await callsRung()).toEqual([retried, other, retried])
    await care.db.deleteFrom('phoneRefusals').execute()
  })

  test('a phone that is busy with somebody else uses up a try, as before', async () => {
    const own = await care.aLovedOne(account, { phoneNumber: LANDLINE, retryAttempts: 0 })
    const callId = await care.aCall(account, { lovedOneId: own })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await end(callId, 'busy')
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'The line was busy.',
    })
  })
})

/** An alert that is queued for the landline's owner. */
async function aQueuedAlert(callId: number, round: number): Promise<number> {
  const now = care.clock.now()
  const incident = {
    accountId: account.id,
    lovedOneId: margaret,
    cause: 'not_reached',
    headline: 'Not reached',
  } as const
  const { id: incidentId } = await care.db
    .insertInto('incidents')
    .values({ ...incident, callId, nextAt: new Date(now.getTime() + 60 * MINUTE), openedAt: now })
    .onConflict((conflict) =>
      conflict.column('lovedOneId').where('endedAt', 'is', null).doUpdateSet({ headline: 'Not reached' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = { incidentId, position: round, role: 'contact', name: 'Susan Hartley', phoneNumber: LANDLINE } as const
  const { id: incidentPersonId } = await care.db
    .insertInto('incidentPeople')
    .values(person)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await care.db
    .insertInto('alerts')
    .values({ incidentId, incidentPersonId, purpose: 'alert', round, channel: 'call', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const claimed = { alertId: id, phoneNumber: LANDLINE, startedAt: now, nextAt: now }
  await care.db.insertInto('alertCalls').values(claimed).execute()
  return id
}
