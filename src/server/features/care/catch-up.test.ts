import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { listHistory } from '#server/features/calls/view/list-calls.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { notifyOfLateCalls } from './dispatch/not-made/notify-of-late-calls.ts'
import { rezoneCalls } from './ending/rezone-calls.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SUSAN = '+61491570157'
const NOT_PLACED = { kind: 'not_placed', reason: '503' } as const

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver()
  await goTo(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  account = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: '+61491570111' }).execute()
  lovedOneId = await care.aLovedOne(account)
})

/** Nothing runs until then; the provider's rate starts again. */
async function goTo(instant: Date | string) {
  care.clock.set(new Date(instant))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0 }).execute()
}

/** Cooee was not running until then. */
async function wakeAt(instant: Date | string) {
  await goTo(instant)
  await care.dispatch()
}

const catchUps = () =>
  care.db
    .selectFrom('calls')
    .select(['id', 'status', 'scheduledFor', 'dialBy', 'catchUpFor', 'reason'])
    .where('catchUpFor', 'is not', null)
    .orderBy('id')
    .execute()
const causes = async () => {
  const rows = await care.db.selectFrom('incidentCauses').select('cause').orderBy('id').execute()
  return rows.map(({ cause }) => cause)
}
const incidents = () => care.db.selectFrom('incidents').select(['callId', 'headline', 'detail']).orderBy('id').execute()
const textsToHolder = () => care.notified.filter(({ channel }) => channel === 'sms')
const mailsToHolder = () => care.notified.filter(({ channel }) => channel === 'email')

const last = () => {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  return { attemptId, providerCallId }
}
async function endLast(endedStatus: 'no-answer' | 'completed' = 'no-answer') {
  const { attemptId, providerCallId } = last()
  const end = { status: endedStatus, endedStatus, answeredBy: null, durationSeconds: null }
  await care.facts.progressed(attemptId, { providerCallId, ...end })
}
/** Picks up, and hears what is said. */
async function pickUp() {
  const { attemptId, providerCallId } = last()
  await care.facts.answered(attemptId, providerCallId)
  const script = await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  return script.map((part) => (part.kind === 'say' ? part.text : part.kind === 'ask' ? part.prompt : '')).join(' ')
}

describe('calls that were given up without having rung', () => {
  test('a call given up in waking hours is made up for at once: the loved one is rung once, and asked how she is', async () => {
    await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
    await wakeAt('2026-03-10T14:00:00+11:00')
    expect(care.telephony.dialled).toMatchObject([{ to: '+61491570156' }])
    const heard = await pickUp()
    expect(heard).toContain('We could not ring you as planned earlier today.')
    expect(heard).toContain("If you're all right, press 1")
    await care.facts.heard(last().attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast('completed')
    expect(await catchUps()).toMatchObject([{ status: 'completed', catchUpFor: NINE_IN_SYDNEY }])
    await wakeAt('2026-03-10T20:00:00+11:00')
    expect(care.telephony.dialled).toHaveLength(1)
  })

  test('a call given up at night is made up for at seven: nobody is rung at three for what was missed before', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    expect(care.telephony.dialled).toEqual([])
    expect(await catchUps()).toMatchObject([
      {
        status: 'scheduled',
        scheduledFor: new Date('2026-03-11T07:00:00+11:00'),
        dialBy: new Date('2026-03-11T21:00:00+11:00'),
      },
    ])
    await wakeAt('2026-03-11T07:00:00+11:00')
    expect(await pickUp()).toContain('We could not ring you as planned.')
  })

  test('a call given up is made up for at seven where the loved one has moved to, and not at four', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    await care.db.transaction().execute(async (trx) => {
      await trx.updateTable('lovedOnes').set({ timezone: 'Australia/Perth' }).where('id', '=', lovedOneId).execute()
      await rezoneCalls(care.deps, trx, { lovedOneId, previousZone: 'Australia/Sydney', confirmNight: false })
    })
    await wakeAt('2026-03-11T07:00:00+11:00')
    expect(care.telephony.dialled).toEqual([])
    expect(await catchUps()).toMatchObject([
      {
        status: 'scheduled',
        scheduledFor: new Date('2026-03-11T07:00:00+08:00'),
        dialBy: new Date('2026-03-11T21:00:00+08:00'),
      },
    ])
    // An hour after its last possible dial, there as well.
    expect(await care.db.selectFrom('incidents').select(['contactsFrom', 'nextAt']).execute()).toEqual([
      { contactsFrom: new Date('2026-03-11T09:00:00+08:00'), nextAt: new Date('2026-03-11T09:00:00+08:00') },
    ])
    await wakeAt('2026-03-11T07:00:00+08:00')
    expect(await pickUp()).toContain('We could not ring you as planned.')
  })

  test('a catch-up call is named so wherever it is shown, and can be cancelled, not changed', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    const [booked] = await catchUps()
    expect(await care.call(account, booked?.id ?? 0)).toMatchObject({
      callType: 'catch_up_call',
      timeline: [{ text: 'Booked for Mar 11, 2026 7:00 AM, to make up for the Mar 10, 2026 9:00 AM call' }],
    })
    await expect(editCall(care.deps, account, booked?.id ?? 0, { callType: 'wellness_check' })).rejects.toThrow(
      "you can't change it",
    )
    await cancelCall(care.deps, account, booked?.id ?? 0)
    const entries = await care.db.selectFrom('activity').select('description').orderBy('id').execute()
    expect(entries.map(({ description }) => description)).toEqual(
      expect.arrayContaining([
        'Catch-up Call booked for Margaret Hartley',
        'Catch-up Call for Margaret Hartley cancelled',
      ]),
    )
    const history = { filter: 'all', limit: 10 } as const
    expect(
      await listHistory({ ...care.deps, incidents: incidentsOfCalls }, { ...account, mayHear: true }, history),
    ).toHaveLength(1)
  })

  test('a call that was given up says in its incident what happens next', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    expect(await incidents()).toHaveLength(1)
    for (const { text } of [...textsToHolder(), ...mailsToHolder()]) {
      expect(text).toContain("We'll ring Margaret as soon as we can after 7:00 AM.")
    }
  })

  test('a second call that is given up finds the catch-up call of the first: the loved one is rung once for all of them', async () => {
    await care.aCall(account, { lovedOneId })
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T23:30:00+11:00') })
    await wakeAt('2026-03-10T22:00:00+11:00')
    await wakeAt('2026-03-11T03:00:00+11:00')
    expect(await catchUps()).toMatchObject([{ catchUpFor: new Date('2026-03-10T23:30:00+11:00') }])
  })

  test('a call is made up for once, however many workers give calls up at the same moment', async () => {
    const other = createDispatcher(care.deps)
    for (let minutes = 0; minutes < 12; minutes++) {
      await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + minutes * MINUTE) })
    }
    await goTo('2026-03-11T03:00:00+11:00')
    for (const dispatcher of [care.dispatcher, other]) dispatcher.wake()
    await Promise.all([care.dispatcher.idle(), other.idle()])
    await care.dispatch()
    expect(await catchUps()).toHaveLength(1)
  })

  test('a catch-up call waits for the provider: an outage of hours does not use it up', async () => {
    await care.aCall(account, { lovedOneId })
    care.telephony.outcomes.push(...Array.from({ length: 500 }, () => NOT_PLACED))
    await goTo(NINE_IN_SYDNEY)
    for (let minute = 0; minute < 5 * 60; minute++) {
      await care.dispatch()
      care.clock.advance(MINUTE)
    }
    care.telephony.outcomes.length = 0
    care.clock.advance(2 * MINUTE)
    await care.dispatch()
    expect(await catchUps()).toMatchObject([{ status: 'in_progress' }])
    expect(last().providerCallId).not.toBeNull()
  })

  test('contacts wait for a catch-up call as long as the provider is away, and are notified when it then rings out', async () => {
    await care.db
      .insertInto('contacts')
      .values({
        accountId: account.id,
        lovedOneId,
        name: 'Susan Hartley',
        phoneNumber: SUSAN,
        contactType: 'family',
        isEmergencyContact: true,
        position: 1,
      })
      .execute()
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', lovedOneId).execute()
    await care.aCall(account, { lovedOneId })
    care.telephony.outcomes.push(...Array.from({ length: 500 }, () => NOT_PLACED))
    await goTo(NINE_IN_SYDNEY)
    for (let minute = 0; minute < 5 * 60; minute++) {
      await care.dispatch()
      await care.escalate()
      care.clock.advance(MINUTE)
    }
    const toSusan = () => care.notified.filter(({ recipient }) => recipient === SUSAN)
    const [incident] = await care.db.selectFrom('incidents').select(['contactsFrom', 'nextAt']).execute()
    expect(incident?.contactsFrom?.getTime()).toBeGreaterThan(care.clock.now().getTime())
    expect(incident?.nextAt).toEqual(incident?.contactsFrom)
    expect(toSusan()).toEqual([])
    care.telephony.outcomes.length = 0
    care.clock.advance(2 * MINUTE)
    await care.dispatch()
    await endLast()
    await care.escalate()
    expect(toSusan().map(({ text }) => text)).toEqual([expect.stringContaining("didn't answer the")])
  })

  test('a call given up after nine in the evening is not made up for: it is missed and reported, and no further call is made', async () => {
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T19:00:00+11:00') })
    care.telephony.outcomes.push(...Array.from({ length: 900 }, () => NOT_PLACED))
    await goTo('2026-03-10T19:00:00+11:00')
    for (let minute = 0; minute < 130; minute++) {
      await care.dispatch()
      care.clock.advance(MINUTE)
    }
    expect(await catchUps()).toMatchObject([
      { status: 'failed', reason: expect.stringContaining("couldn't put the call through") },
    ])
    expect(await causes()).toEqual(['not_made', 'not_made'])
    await wakeAt('2026-03-11T12:00:00+11:00')
    expect(await catchUps()).toHaveLength(1)
  })

  test('a catch-up call that a fault of ours delayed all day ends in the evening, and is reported', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-11T03:00:00+11:00')
    const before = mailsToHolder().length
    const evening = new Date('2026-03-11T21:00:30+11:00')
    await care.db
      .updateTable('calls')
      .set({ dialAt: new Date('2026-03-11T20:59:30+11:00') })
      .where('catchUpFor', 'is not', null)
      .execute()
    await care.db
      .updateTable('dispatcherHeartbeats')
      .set({ lastHeartbeatAt: evening, runningSince: new Date('2026-03-11T03:00:00+11:00') })
      .execute()
    await wakeAt(evening)
    const reason = "Something went wrong on our side, and we couldn't make the call."
    expect(await catchUps()).toMatchObject([{ status: 'missed', reason }])
    expect(await causes()).toEqual(['not_made', 'not_made'])
    expect(mailsToHolder()).toHaveLength(before + 1)
    expect(mailsToHolder().at(-1)?.text).toContain(reason)
  })

  test('a catch-up call is retried like any call, and escalated when nobody answers', async () => {
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-10T14:00:00+11:00')
    for (let tries = 0; tries < 3; tries++) {
      await endLast()
      care.clock.advance(10 * MINUTE)
      await care.dispatch()
    }
    expect(care.telephony.dialled).toHaveLength(3)
    expect(await catchUps()).toMatchObject([{ status: 'missed', reason: 'The phone rang out.' }])
    expect(await causes()).toEqual(['not_made', 'not_reached'])
    expect(await incidents()).toMatchObject([{ headline: "Margaret Hartley didn't answer the 2:00 PM catch-up call" }])
  })

  test('a catch-up call is not retried after nine in the evening', async () => {
    await care.db.updateTable('lovedOnes').set({ retryDelayMinutes: 40 }).where('id', '=', lovedOneId).execute()
    await care.aCall(account, { lovedOneId })
    await wakeAt('2026-03-10T20:25:00+11:00')
    await endLast()
    expect(await catchUps()).toMatchObject([{ status: 'missed' }])
  })

  test('catch-up calls are dispatched last: they do not starve what is due now', async () => {
    const other = await care.aLovedOne(account, { name: 'Bill Hartley', phoneNumber: '+61491570158' })
    await care.aCall(account, { lovedOneId })
    await care.aCall(account, {
      lovedOneId: other,
      callType: 'wake_up_call',
      at: new Date('2026-03-10T14:00:00+11:00'),
    })
    await wakeAt('2026-03-10T14:00:00+11:00')
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual(['+61491570158', '+61491570156'])
  })

  test('a catch-up call is not reported as late, because its end is reported', async () => {
    await care.aCall(account, { lovedOneId })
    care.telephony.outcomes.push(...Array.from({ length: 50 }, () => NOT_PLACED))
    await wakeAt('2026-03-10T14:00:00+11:00')
    care.notified.length = 0
    care.clock.advance(10 * MINUTE)
    expect(await notifyOfLateCalls(care.deps)).toBe(0)
  })
})

describe('calls without a catch-up call', () => {
  test('no catch-up call is made if a regular call rings the loved one within the next half hour', async () => {
    await care.aCall(account, { lovedOneId })
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T14:20:00+11:00') })
    await wakeAt('2026-03-10T14:00:00+11:00')
    expect(await catchUps()).toEqual([])
  })

  test('no catch-up call is made if the following call of the same schedule is due and still in its grace period', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await wakeAt(new Date(NINE_IN_SYDNEY.getTime() + 3 * DAY + 30 * MINUTE))
    expect(await catchUps()).toEqual([])
    expect(care.telephony.dialled).toHaveLength(1)
  })

  test('no catch-up call is made if the account is suspended', async () => {
    await care.aCall(account, { lovedOneId })
    await care.db
      .updateTable('accounts')
      .set({
        suspendedAt: new Date('2026-03-10T13:00:00+11:00'),
        suspendedBecause: 'ended',
        lapseNotifiedAt: new Date('2026-03-01T13:00:00+11:00'),
      })
      .execute()
    await wakeAt('2026-03-10T14:00:00+11:00')
    expect(await catchUps()).toEqual([])
  })

  test('no catch-up call is made if the loved one has answered the first try and the end of the second can never be found out', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    await goTo(NINE_IN_SYDNEY)
    await care.dispatch()
    const { attemptId: first } = last()
    await endLast()
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    await care.facts.heard(first, 'first', { keys: '1', speech: '' })
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 30; minutes++) {
      care.clock.advance(MINUTE)
      await care.settle()
    }
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    expect(await catchUps()).toEqual([])
    expect(await incidents()).toEqual([])
  })

  test('no catch-up call is made once the loved one has answered, by whatever other call', async () => {
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T20:00:00+11:00') })
    await wakeAt('2026-03-10T21:30:00+11:00')
    expect(await catchUps()).toHaveLength(1)
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T22:00:00+11:00') })
    await wakeAt('2026-03-10T22:00:00+11:00')
    await pickUp()
    await care.facts.heard(last().attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast('completed')
    expect(await catchUps()).toEqual([])
  })

  test('no catch-up call is made if the only schedule is cancelled before the catch-up call is dialled', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await wakeAt('2026-03-11T03:00:00+11:00')
    expect(await catchUps()).toHaveLength(1)
    const next = await care.db
      .selectFrom('calls')
      .select('id')
      .where('scheduleId', 'is not', null)
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow()
    await cancelCall(care.deps, account, next.id)
    expect(await catchUps()).toEqual([])
  })
})

describe('calls whose last try rang, and whose next one came too late', () => {
  test('a call whose last try rang and whose next one came too late opens an incident, and the loved one is rung once more', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    await goTo(NINE_IN_SYDNEY)
    await care.dispatch()
    await endLast()
    await wakeAt('2026-03-10T14:00:00+11:00')
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: "Margaret didn't answer, and we couldn't try again in time.",
    })
    expect(await incidents()).toMatchObject([{ callId, headline: "Margaret Hartley didn't answer the 9:00 AM call" }])
    expect(textsToHolder()).toHaveLength(1)
    expect(await catchUps()).toMatchObject([{ status: 'in_progress' }])
  })
})

describe('calls of one loved one that are given up together', () => {
  test('calls of one loved one that are given up together are reported in one text and one mail that names each, with the date of what was not today', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await care.aCall(account, {
      lovedOneId,
      recurrencePattern: 'daily',
      at: new Date(NINE_IN_SYDNEY.getTime() + 9 * HOUR),
    })
    await wakeAt(new Date('2026-03-14T03:00:00+11:00'))
    expect(textsToHolder()).toHaveLength(1)
    expect(textsToHolder()[0]?.text).toContain(
      "We couldn't make 8 calls (the last was the 6:00 PM daily check-in on Friday 13 March) to Margaret Hartley.",
    )
    expect(mailsToHolder()).toHaveLength(1)
    for (const day of ['Tuesday 10 March', 'Wednesday 11 March', 'Thursday 12 March', 'Friday 13 March']) {
      expect(mailsToHolder()[0]?.text).toContain(`9:00 AM and 6:00 PM on ${day}`)
    }
    expect(mailsToHolder()[0]?.text).toContain("We'll ring Margaret as soon as we can after 7:00 AM.")
    expect(await incidents()).toHaveLength(1)
    expect(await causes()).toHaveLength(8)
  })

  test('calls of several loved ones that are given up together are reported one by one', async () => {
    const bill = await care.aLovedOne(account, { name: 'Bill Hartley', phoneNumber: '+61491570158' })
    await care.aCall(account, { lovedOneId })
    await care.aCall(account, { lovedOneId: bill })
    await wakeAt('2026-03-10T14:00:00+11:00')
    expect(textsToHolder()).toHaveLength(2)
  })
})

describe('several late calls of one loved one', () => {
  test('several late calls of one loved one are reported in one notice after an outage', async () => {
    await care.aCall(account, { lovedOneId })
    await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 10 * MINUTE) })
    await goTo(new Date(NINE_IN_SYDNEY.getTime() + 40 * MINUTE))
    expect(await notifyOfLateCalls(care.deps)).toBe(2)
    expect(textsToHolder()).toHaveLength(1)
    expect(textsToHolder()[0]?.text).toContain("We didn't ring Margaret Hartley at 9:00 AM and 9:10 AM")
    expect(await notifyOfLateCalls(care.deps)).toBe(0)
  })
})
