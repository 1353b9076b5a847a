import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { spokenIn } from '#core/conversation/script/script-of.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dispatchQueue } from './dispatch/dispatch-queue.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

const endLast = async (
  ended: { endedStatus?: 'completed' | 'busy' | 'no-answer'; answeredBy?: 'human' | 'machine' | null } = {},
) => {
  const last = care.telephony.dialled.at(-1)
  if (!last?.providerCallId) throw new Error('Nothing was dialled')
  const endedStatus = ended.endedStatus ?? 'completed'
  await care.facts.progressed(last.attemptId, {
    providerCallId: last.providerCallId,
    status: endedStatus,
    endedStatus,
    answeredBy: ended.answeredBy ?? null,
    durationSeconds: endedStatus === 'completed' ? 12 : null,
  })
}
const pressLast = (keys: string) => {
  const last = care.telephony.dialled.at(-1)
  return care.facts.heard(last?.attemptId ?? 0, 'first', { keys, speech: '' })
}

/** The calls that were dialled, in order. */
async function leftCalls(): Promise<number[]> {
  const attempts = await care.db.selectFrom('attempts').select('callId').orderBy('id').execute()
  return attempts.map(({ callId }) => callId)
}

describe('due calls', () => {
  test('a due call is not dialled before its minute', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 1))
    await care.dispatch()
    expect(care.telephony.dialled).toEqual([])
  })

  test('a due call is dialled once, however often and by however many workers it is polled', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    const other = createDispatcher(care.deps)
    for (let times = 0; times < 5; times++) {
      care.dispatcher.wake()
      other.wake()
    }
    await Promise.all([care.dispatcher.idle(), other.idle()])
    await care.dispatch()
    expect(care.telephony.dialled).toMatchObject([{ to: '+61491570156' }])
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress', attempts: [{ outcome: null }] })
  })

  test('a due call books the following occurrence of its schedule in the moment it is claimed, on the wall clock', async () => {
    care.clock.set(new Date('2026-04-03T20:00:00Z'))
    await care.aCall(account, { lovedOneId, at: new Date('2026-04-04T09:00:00+11:00'), recurrencePattern: 'daily' })
    care.clock.set(new Date('2026-04-04T09:00:00+11:00'))
    await care.dispatch()
    const next = await care.db.selectFrom('calls').select('scheduledFor').where('status', '=', 'scheduled').execute()
    expect(next).toEqual([{ scheduledFor: new Date('2026-04-05T09:00:00+10:00') }])
    expect(care.jobs.sent.at(-1)).toMatchObject({
      name: 'place-call',
      startAfter: new Date('2026-04-05T09:00:00+10:00'),
    })
  })

  test('a call that was cancelled or moved before its wake-up came is left alone', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    await care.db.deleteFrom('calls').where('id', '=', callId).execute()
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    expect(care.telephony.dialled).toEqual([])
  })
})

describe('many calls due together', () => {
  test('due calls are dispatched with every account in turn, by type within an account and by the end of their grace period within a turn', async () => {
    const busy = await care.anAccount()
    const quiet = await care.anAccount()
    const due = async (of: { id: number }, callType: CallType = 'daily_check_in') =>
      care.aCall(of, { lovedOneId: await care.somebodyElse(of), callType })
    for (let n = 0; n < 3; n++) await due(busy)
    await due(quiet)
    await due(quiet, 'wake_up_call')
    await due(busy, 'medication_reminder')
    await due(quiet, 'wellness_check')
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    const left = await care.db
      .selectFrom('attempts')
      .innerJoin('calls', 'calls.id', 'attempts.callId')
      .select(['callType', 'calls.accountId'])
      .orderBy('attempts.id')
      .execute()
    const names = new Map([
      [busy.id, 'busy'],
      [quiet.id, 'quiet'],
    ])
    expect(left.map(({ callType, accountId }) => `${callType} ${names.get(accountId)}`)).toEqual([
      'medication_reminder busy',
      'daily_check_in quiet',
      'daily_check_in busy',
      'wellness_check quiet',
      'wake_up_call quiet',
      'daily_check_in busy',
      'daily_check_in busy',
    ])
  })

  test('due calls are dispatched in turn also when one permit opens at a time: nobody waits behind the hundred of another account', async () => {
    const accounts = [await care.anAccount(), await care.anAccount(), await care.anAccount()]
    for (const [index, each] of accounts.entries()) {
      for (let n = 0; n < 3 - index; n++) {
        const phoneNumber = `+612000000${n}${index + 1}`
        await care.aCall(each, { lovedOneId: await care.aLovedOne(each, { phoneNumber }) })
      }
    }
    care.clock.set(NINE_IN_SYDNEY)
    const left: string[] = []
    for (let place = 0; place < 6; place++) {
      const { claimed } = await claimDueCalls(care.deps, 1)
      left.push(...claimed.map(({ to }) => to.at(-1) ?? ''))
      care.clock.advance(1000)
    }
    expect(left).toEqual(['1', '2', '3', '1', '2', '1'])
  })

  test('due calls are dispatched in turn also when a few permits open at a time: the same account is not first each time', async () => {
    for (let each = 0; each < 3; each++) {
      const other = await care.anAccount()
      for (let n = 0; n < 4; n++) {
        const phoneNumber = `+612000000${n}${each + 1}`
        await care.aCall(other, { lovedOneId: await care.aLovedOne(other, { phoneNumber }) })
      }
    }
    care.clock.set(NINE_IN_SYDNEY)
    const left: string[] = []
    for (let look = 0; look < 6; look++) {
      const { claimed } = await claimDueCalls({ ...care.deps, callsPerSecond: 1000 }, 2)
      left.push(...claimed.map(({ to }) => to.at(-1) ?? ''))
      care.clock.advance(1000)
    }
    expect(left.join('')).toBe('123123123123')
  })

  test('calls of a poll that were moved since, or claimed by another worker, are not dialled', async () => {
    // Every poll takes so long that its queue stays fresh for the next claims.
    let nowMs = 0
    const line = dispatchQueue({ ...care.deps, nowMs: () => (nowMs += 100) })
    const calls: number[] = []
    const aCallElsewhere = async () => care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
    for (let n = 0; n < 4; n++) calls.push(await aCallElsewhere())
    care.clock.set(NINE_IN_SYDNEY)
    const claim = async (...with_: [] | [typeof line]) => {
      const { claimed } = await claimDueCalls(care.deps, 1, ...with_)
      return claimed.map(({ callId }) => callId)
    }
    expect(await claim(line)).toEqual([calls[0]])
    const later = new Date(NINE_IN_SYDNEY.getTime() + HOUR)
    const moved = { scheduledFor: later, dialAt: later, dialBy: later }
    await care.db
      .updateTable('calls')
      .set(moved)
      .where('id', '=', calls[1] ?? 0)
      .execute()
    expect(await claim()).toEqual([calls[2]])
    expect(await claim(line)).toEqual([calls[3]])
    expect(await claim(line)).toEqual([])
    const added = await aCallElsewhere()
    care.clock.set(NINE_IN_SYDNEY)
    expect(await claim(line)).toEqual([added])
  })

  test('due calls are dialled no faster than the provider allows, whichever worker claims them', async () => {
    const paced = { ...care.deps, callsPerSecond: 2 }
    for (let n = 0; n < 5; n++) await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
    care.clock.set(NINE_IN_SYDNEY)
    const left: number[] = []
    for (let quarter = 0; quarter < 8; quarter++) {
      const claims = await Promise.all([claimDueCalls(paced), claimDueCalls(paced)])
      left.push(claims.reduce((sum, { claimed }) => sum + claimed.length, 0))
      care.clock.advance(250)
    }
    expect(left).toEqual([1, 0, 1, 0, 1, 0, 1, 0])
  })
})

describe('calls that are being edited while they are due', () => {
  test.each([1000, 1])(
    'a due call that is being edited delays no other, at a rate of %i, and is dialled once the edit is over',
    async (callsPerSecond) => {
      const paced = { ...care.deps, callsPerSecond }
      const held = await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
      const [bill, joan] = [await care.somebodyElse(account), await care.somebodyElse(account)]
      const others = [await care.aCall(account, { lovedOneId: bill }), await care.aCall(account, { lovedOneId: joan })]
      care.clock.set(NINE_IN_SYDNEY)
      const edit = await care.db.startTransaction().execute()
      const editIsOver = setTimeout(() => edit.rollback().execute(), 5_000)
      await edit.selectFrom('calls').select('id').where('id', '=', held).forUpdate().execute()
      for (let second = 0; second < 3; second++) {
        await claimDueCalls(paced)
        care.clock.advance(1000)
      }
      expect(edit.isRolledBack).toBe(false)
      expect(await leftCalls()).toEqual(others)
      clearTimeout(editIsOver)
      await edit.rollback().execute()
      await claimDueCalls(paced)
      expect(await leftCalls()).toEqual([...others, held])
    },
  )

  test('a call that is being edited delays no other that is overdue', async () => {
    const held = await care.aCall(account, { lovedOneId })
    const other = await care.aCall(account, { lovedOneId })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 2 * HOUR))
    const edit = await care.db.startTransaction().execute()
    try {
      await edit.selectFrom('calls').select('id').where('id', '=', held).forUpdate().execute()
      care.dispatcher.wake()
      await vi.waitFor(async () => expect(await care.call(account, other)).toMatchObject({ status: 'missed' }), 10_000)
    } finally {
      await edit.rollback().execute()
    }
    await care.dispatch()
    expect(await care.call(account, held)).toMatchObject({ status: 'missed' })
  })
})

describe('loved ones who pick up', () => {
  test('a loved one who presses 1 completes the call, with duration, keys and transcript', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: '' }
    await care.facts.answered(attemptId, providerCallId ?? '')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: 'Hello?' })
    await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast()
    const call = await care.call(account, callId)
    expect(call).toMatchObject({ status: 'completed', duration: 12, reason: null })
    expect(call.attempts).toMatchObject([
      { providerId: providerCallId, keys: '1', outcome: 'acknowledged', answeredBy: 'human' },
    ])
    expect(call.transcript?.split('\n')).toEqual([
      'Margaret Hartley (before the question): Hello?',
      expect.stringMatching(/^Cooee: Good morning Margaret, it's Cooee, the phone service Robyn set up /),
      'Margaret Hartley: Pressed 1',
      'Cooee: You pressed 1. Thank you. Goodbye.',
    ])
    expect(care.notified).toEqual([])
  })

  test('a request for help is reported at once, while the call is still under way, and once', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await pressLast('2')
    await pressLast('2')
    expect(care.notified).toMatchObject([{ channel: 'email', subject: expect.stringContaining('asked for help') }])
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    await endLast()
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed', attempts: [{ outcome: 'help' }] })
  })

  test('a loved one who has not taken the medicine yet is rung again in 15 minutes', async () => {
    const callId = await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await pressLast('2')
    await endLast()
    care.clock.advance(15 * MINUTE - 1)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(1)
    care.clock.advance(1)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(2)
    await pressLast('1')
    await endLast()
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
  })
})

describe('calls that nobody picks up', () => {
  test('a call that nobody picks up rings again 10 minutes apart, up to three times in all, and then the account holder is notified', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await care.dispatch()
      expect(care.telephony.dialled).toHaveLength(attempt)
      expect(care.notified).toEqual([])
      await endLast({ endedStatus: 'no-answer' })
      care.clock.advance(10 * MINUTE)
    }
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(3)
    const call = await care.call(account, callId)
    expect(call).toMatchObject({ status: 'missed', reason: 'The phone rang out.', duration: null })
    expect(call.attempts).toHaveLength(3)
    expect(care.notified).toMatchObject([{ text: expect.stringContaining('The phone rang out. We rang three times.') }])
  })

  test("retries ring the second number, as often and as soon as the loved one's own settings say", async () => {
    const own = await care.aLovedOne(account, {
      retryAttempts: 1,
      retryDelayMinutes: 3,
      secondPhoneNumber: '+61298765432',
    })
    const callId = await care.aCall(account, { lovedOneId: own })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await endLast({ endedStatus: 'busy' })
    care.clock.advance(3 * MINUTE)
    await care.dispatch()
    await endLast({ endedStatus: 'busy' })
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual(['+61491570156', '+61298765432'])
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  })

  test('after "not yet" the phone on which it was said is rung again, and then the second number', async () => {
    const own = await care.aLovedOne(account, { retryAttempts: 1, secondPhoneNumber: '+61298765432' })
    await care.aCall(account, { lovedOneId: own, callType: 'medication_reminder' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await pressLast('2')
    await endLast()
    for (let time = 1; time <= 2; time++) {
      care.clock.advance(15 * MINUTE)
      await care.dispatch()
      await endLast({ endedStatus: 'no-answer' })
    }
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual(['+61491570156', '+61491570156', '+61298765432'])
  })

  test('a reminder that is answered "not yet" four times is reported to the members by its type, and to contacts without it', async () => {
    const callId = await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
    care.clock.set(NINE_IN_SYDNEY)
    for (let time = 1; time <= 4; time++) {
      await care.dispatch()
      await pressLast('2')
      await endLast()
      care.clock.advance(15 * MINUTE)
    }
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'Margaret said "not yet" four times.',
    })
    expect(care.notified).toMatchObject([
      { subject: "Margaret Hartley answered the 9:00 AM medication reminder, but hasn't said it's done" },
    ])
    expect(JSON.stringify(care.notified)).not.toMatch(/not yet/i)
    expect(await care.db.selectFrom('incidents').select('headline').executeTakeFirst()).toEqual({
      headline: "Margaret Hartley answered the 9:00 AM call, but hasn't said it's done",
    })
  })

  test('a call leaves its message on an answering machine in full once, and ends as voicemail', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await care.dispatch()
      const last = care.telephony.dialled.at(-1)
      await care.facts.answererDetected(last?.attemptId ?? 0, last?.providerCallId ?? '', 'machine')
      await endLast({ answeredBy: 'machine' })
      care.clock.advance(10 * MINUTE)
    }
    expect(await care.call(account, callId)).toMatchObject({ status: 'voicemail' })
    const messages = care.telephony.said.map(({ script }) => spokenIn(script))
    expect(messages).toEqual([
      'This is Cooee with a call for Margaret from Robyn. If you are there, press 1. You can ring this number back at any time.',
      'This is Cooee with a call for Margaret from Robyn. If you are there, press 1.',
      'This is Cooee with a call for Margaret from Robyn. If you are there, press 1.',
    ])
    // A person may have been taken for a machine: no call is hung up.
    expect(care.telephony.said.every(({ script }) => script[0]?.kind === 'ask')).toBe(true)
  })

  test('a refused number fails after one attempt', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.telephony.outcomes.push({ kind: 'rejected', reason: '21211' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    expect(await care.call(account, callId)).toMatchObject({ status: 'failed', attempts: [{ outcome: 'rejected' }] })
    expect(care.notified).toHaveLength(1)
  })
})

test('a clock that was turned back an hour delays nothing', async () => {
  const [ownNumber] = care.deps.ownNumbers
  const nextAtMs = NINE_IN_SYDNEY.getTime() + HOUR
  await care.db.deleteFrom('dialPace').execute()
  await care.db.insertInto('dialPace').values({ ownNumber, nextAtMs }).execute()
  await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  const { claimed } = await claimDueCalls(care.deps)
  expect(claimed).toHaveLength(1)
})

describe('late dials', () => {
  test.each([
    ['daily_check_in', 60],
    ['wellness_check', 60],
    ['medication_reminder', 30],
    ['wake_up_call', 15],
  ] as const)('a %s is still placed %i minutes late, and not a moment later', async (callType, minutes) => {
    const inTime = await care.aCall(account, { lovedOneId, callType })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + minutes * MINUTE))
    await care.dispatch()
    expect(await care.call(account, inTime)).toMatchObject({ status: 'in_progress' })

    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
    const tooLate = await care.aCall(account, { lovedOneId: await care.somebodyElse(account), callType })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + minutes * MINUTE + 1))
    await care.dispatch()
    expect(await leftCalls()).not.toContain(tooLate)
    expect(await care.call(account, tooLate)).toMatchObject({
      status: 'missed',
      reason: expect.stringContaining('too late to ring'),
      attempts: [],
    })
    expect(care.notified).toHaveLength(1)
  })

  test('after days of outage every missed occurrence is accounted for, and the schedule continues', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * 24 * HOUR + 2 * HOUR))
    await care.dispatch()
    const calls = await care.db
      .selectFrom('calls')
      .select(['scheduledFor', 'status'])
      .where('scheduleId', 'is not', null)
      .orderBy('scheduledFor')
      .execute()
    expect(calls.map(({ status }) => status)).toEqual(['missed', 'missed', 'missed', 'missed', 'scheduled'])
    expect(calls.at(-1)?.scheduledFor).toEqual(new Date(NINE_IN_SYDNEY.getTime() + 4 * 24 * HOUR))
    // Only the catch-up call.
    expect(care.telephony.dialled).toHaveLength(1)
    expect(care.notified).toMatchObject([{ subject: expect.stringContaining("We couldn't make 4 calls") }])
  })
})
