import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { conversationFrom, stepOf } from '#core/conversation/conversation-state.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY, startPollLoops } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { latestMove } from './conversation/attempt-conversation.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt, leaseAttempts } from './dispatch/dial-attempt.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let care: CareFixture
let account: { id: number }
let lovedOneId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

async function startOver() {
  await deleteEverybody(care.db)
  await care.db.deleteFrom('testCalls').execute()
  care.telephony.clear()
  care.notified.length = 0
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
}
beforeEach(startOver)

async function aDueCall(): Promise<number> {
  const callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  return callId
}

async function later(milliseconds: number) {
  care.clock.advance(milliseconds)
  await care.settle()
  await care.dispatch()
}

/** Two dials to one number that are unknown at once, as after a restore: one phone rings once at a time otherwise. */
async function dispatchBoth() {
  await care.dispatch()
  const first = await care.db.selectFrom('attempts').select(['id', 'startedAt']).executeTakeFirstOrThrow()
  const sinceLongAgo = { startedAt: new Date(first.startedAt.getTime() - 16 * MINUTE) }
  await care.db.updateTable('attempts').set(sinceLongAgo).execute()
  await care.dispatch()
  await care.db.updateTable('attempts').set({ startedAt: first.startedAt }).where('id', '=', first.id).execute()
}

/** The phones that rang for one call. */
const ringsOf = async (callId: number) => {
  const attempts = await care.db.selectFrom('attempts').select('id').where('callId', '=', callId).execute()
  return rings().filter(({ attemptId }) => attempts.some(({ id }) => id === attemptId))
}
const rings = () => care.telephony.dialled.filter(({ providerCallId }) => providerCallId !== null)

describe('dials whose answer was lost', () => {
  test('a dial whose answer was lost is never repeated blindly: the call the provider took is found and matched', async () => {
    const callId = await aDueCall()
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    await later(19 * SECOND)
    expect(care.telephony.dialled).toHaveLength(1)
    await later(2 * SECOND)
    await later(MINUTE)
    expect(rings()).toHaveLength(1)
    const sid = rings()[0]?.providerCallId ?? ''
    expect(await care.call(account, callId)).toMatchObject({ attempts: [{ providerId: sid }] })
    care.telephony.end(sid, {
      endedStatus: 'completed',
      status: 'completed',
      answeredBy: 'machine',
      durationSeconds: 9,
    })
    await later(MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ attempts: [{ outcome: 'machine', duration: 9 }] })
  })

  test('a dial whose answer was lost is not matched to a test call to the same number', async () => {
    const callId = await aDueCall()
    care.telephony.outcomes.push({ kind: 'unknown', saidBusy: false, reason: 'timeout' })
    await care.dispatch()
    const phoneNumber = care.telephony.dialled[0]?.to ?? ''
    const tested = await care.telephony.dial({ to: phoneNumber, testCallId: 1 })
    const providerCallId = tested.kind === 'accepted' ? tested.providerCallId : null
    const startedAt = care.clock.now()
    const test = { phoneNumber, callType: 'daily_check_in', providerCallId, state: 'placed', startedAt } as const
    await care.db.insertInto('testCalls').values(test).execute()
    await later(21 * SECOND)
    await care.db.updateTable('testCalls').set({ state: 'ended', endedAt: care.clock.now() }).execute()
    await later(2 * SECOND)
    expect(rings()).toHaveLength(1)
    expect((await care.call(account, callId)).attempts).toMatchObject([{ providerId: rings()[0]?.providerCallId }])
  })

  test('a dial whose answer was lost also waits for a test call to the same number whose answer is awaited', async () => {
    await aDueCall()
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    const phoneNumber = care.telephony.dialled[0]?.to ?? ''
    care.clock.advance(20 * SECOND)
    const nextAt = new Date(care.clock.now().getTime() + MINUTE)
    const test = { phoneNumber, callType: 'daily_check_in', startedAt: care.clock.now(), nextAt } as const
    await care.db.insertInto('testCalls').values(test).execute()
    const settled = () => care.db.selectFrom('attempts').select('providerCallId').executeTakeFirstOrThrow()
    for (let seconds = 0; seconds < 50; seconds += 10) await later(10 * SECOND)
    expect(await settled()).toEqual({ providerCallId: null })
    await care.db
      .updateTable('testCalls')
      .set({ state: 'not_placed', endedAt: care.clock.now(), nextAt: null })
      .execute()
    for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
    expect(await settled()).toEqual({ providerCallId: expect.stringMatching(/^CA/) })
  })

  test('a call matched to a test call by mistake goes back to its dial by the first callback that names the attempt', async () => {
    await aDueCall()
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    const { attemptId = 0, to: phoneNumber = '', providerCallId = '' } = rings()[0] ?? {}
    const startedAt = care.clock.now()
    const test = { phoneNumber, callType: 'daily_check_in', providerCallId, state: 'placed', startedAt } as const
    await care.db.insertInto('testCalls').values(test).execute()
    const ringing = { endedStatus: null, status: 'ringing', answeredBy: null, durationSeconds: null }
    await care.facts.progressed(attemptId, { ...ringing, providerCallId: providerCallId ?? '' })
    const attempts = await care.db.selectFrom('attempts').select(['state', 'providerCallId']).execute()
    expect(attempts).toEqual([{ state: 'placed', providerCallId }])
    const tests = await care.db.selectFrom('testCalls').select(['state', 'providerCallId']).execute()
    expect(tests).toEqual([{ state: 'unknown', providerCallId: null }])
  })

  test('a dial whose answer was lost waits while the provider cannot be asked, and is not dialled again in the meantime', async () => {
    await aDueCall()
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    care.telephony.isDown = true
    await care.dispatch()
    for (let minutes = 0; minutes < 5; minutes++) await later(MINUTE)
    expect(care.telephony.dialled).toHaveLength(1)
    care.telephony.isDown = false
    await later(MINUTE)
    expect(rings()).toHaveLength(1)
  })

  test('a dial whose answer was lost is dialled again once the provider says it has no such call', async () => {
    const callId = await aDueCall()
    care.telephony.outcomes.push({ kind: 'unknown', saidBusy: false, reason: 'timeout' })
    await care.dispatch()
    await later(21 * SECOND)
    await later(2 * SECOND)
    expect(rings()).toHaveLength(1)
    expect((await care.call(account, callId)).attempts).toHaveLength(1)
  })

  test('a dial whose result can never be found out ends as failed with its grace period, and the account holder is notified', async () => {
    const callId = await aDueCall()
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    care.telephony.isDown = true
    await care.dispatch()
    for (let minutes = 0; minutes < 59; minutes++) await later(MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'failed' })
    expect(await ringsOf(callId)).toHaveLength(1)
    // Nobody knows whether it rang: a catch-up call is made.
    expect(rings()).toHaveLength(2)
    expect(care.notified).toHaveLength(1)
  })
})

test('a server error before a call was placed is no attempt: after two refusals it rings', async () => {
  const callId = await aDueCall()
  const busy = { kind: 'unknown', saidBusy: true, reason: '503' } as const
  care.telephony.outcomes.push(busy, busy)
  await care.dispatch()
  for (let seconds = 0; seconds < 20; seconds += 2) await later(2 * SECOND)
  expect(rings()).toHaveLength(1)
  expect((await care.call(account, callId)).attempts).toHaveLength(1)
})

test('an outage of the provider delays a call, and after its grace period it is failed and reported', async () => {
  const callId = await aDueCall()
  for (let tries = 0; tries < 500; tries++) care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
  await care.dispatch()
  for (let minutes = 0; minutes < 59; minutes++) await later(MINUTE)
  expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
  expect(care.notified).toEqual([])
  for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
  expect(await care.call(account, callId)).toMatchObject({
    status: 'failed',
    attempts: [],
    reason: expect.stringContaining("couldn't put the call through"),
  })
  expect(care.notified).toHaveLength(1)
})

test('a call whose worker died after the claim and before the dial is dialled by another worker, once', async () => {
  const callId = await aDueCall()
  const { claimed } = await claimDueCalls(care.deps)
  expect(claimed).toHaveLength(1)
  await later(10 * SECOND)
  expect(care.telephony.dialled).toHaveLength(0)
  await later(11 * SECOND)
  await later(2 * SECOND)
  expect(rings()).toHaveLength(1)
  expect((await care.call(account, callId)).attempts).toHaveLength(1)
})

test('a worker that was suspended between claim and dial leaves the dial to the one that reconciles it', async () => {
  const callId = await aDueCall()
  const { claimed } = await claimDueCalls(care.deps)
  await later(21 * SECOND)
  for (const each of claimed) await dialAttempt(care.deps, each)
  await later(2 * SECOND)
  await later(MINUTE)
  expect(rings()).toHaveLength(1)
  expect((await care.call(account, callId)).attempts).toHaveLength(1)
})

test('a machine that slept for two hours between claim and dial rings nobody for it when it wakes, and reports that', async () => {
  const callId = await aDueCall()
  const { claimed } = await claimDueCalls(care.deps)
  care.clock.advance(120 * MINUTE)
  for (const each of claimed) await dialAttempt(care.deps, each)
  await later(SECOND)
  expect(await ringsOf(callId)).toEqual([])
  expect(await care.call(account, callId)).toMatchObject({ status: 'failed' })
  expect(care.notified).not.toEqual([])
})

test('a machine that has just woken and does not know how long it slept leaves its dials to the reconciler', async () => {
  const callId = await aDueCall()
  const { claimed } = await claimDueCalls(care.deps)
  const attemptIds = claimed.map(({ attemptId }) => attemptId)
  const held = await leaseAttempts(care.deps, attemptIds)
  const asBeforeItSlept = care.clock.now()
  const justAwake = { ...care.deps, clock: { now: () => asBeforeItSlept, isInSync: () => false } }
  await later(21 * SECOND)
  await later(2 * SECOND)
  expect(rings()).toHaveLength(1)
  for (const each of claimed) await dialAttempt(justAwake, each, held.get(each.attemptId))
  expect(rings()).toHaveLength(1)
  expect((await care.call(account, callId)).attempts).toHaveLength(1)
})

test('a retry that was claimed a moment before a late key completed the call does not ring', async () => {
  const callId = await aDueCall()
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: null }
  const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 12 } as const
  await care.facts.progressed(attemptId, { ...ended, providerCallId: providerCallId ?? '' })
  care.clock.advance(10 * MINUTE)
  const { claimed } = await claimDueCalls(care.deps)
  await care.facts.heard(attemptId, 'first', { keys: '1', speech: '' })
  for (const each of claimed) await dialAttempt(care.deps, each)
  for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
  expect(rings()).toHaveLength(1)
  expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
})

test.each([
  ['it was placed and rang out: it is retried', true, 'no_answer'],
  ['it was never placed: it is dialled now, within its grace period', false, null],
] as const)('after an outage of 16 minutes an open attempt is reconciled: %s', async (_what, placed, outcome) => {
  const callId = await aDueCall()
  if (placed) await care.dispatch()
  else await claimDueCalls(care.deps)
  const sid = rings()[0]?.providerCallId ?? ''
  if (placed) care.telephony.end(sid, { endedStatus: 'no-answer', status: 'no-answer' })
  await later(16 * MINUTE)
  await later(10 * MINUTE)
  const call = await care.call(account, callId)
  expect(call.status).toBe('in_progress')
  expect(call.attempts[0]?.outcome).toBe(outcome)
  expect(rings()).toHaveLength(placed ? 2 : 1)
  expect(care.notified).toEqual([])
})

test('a final callback gives a call back to its own attempt, although the reconciler took it for another', async () => {
  const other = await care.anAccount()
  const sameMother = await care.aLovedOne(other)
  const otherCall = await care.aCall(other, { lovedOneId: sameMother })
  const callId = await aDueCall()
  care.telephony.outcomes.push({ kind: 'lost_answer' }, { kind: 'lost_answer' })
  await dispatchBoth()
  const [first, second] = care.telephony.dialled
  const wrong = { endedStatus: 'no-answer', status: 'no-answer', answeredBy: null, durationSeconds: null } as const
  await care.facts.progressed(first?.attemptId ?? 0, { ...wrong, providerCallId: second?.providerCallId ?? '' })
  await care.facts.progressed(second?.attemptId ?? 0, { ...wrong, providerCallId: second?.providerCallId ?? '' })
  const attempts = [await care.call(account, callId), await care.call(other, otherCall)].flatMap(
    (call) => call.attempts,
  )
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['no_answer', 'no_answer'])
  expect(attempts.filter(({ providerId }) => providerId === second?.providerCallId)).toHaveLength(1)
})

test('words with the names of the two people concerned are an answer, with anybody else’s they are not', async () => {
  const responses: (string | null)[] = []
  for (const speech of ['Fine thanks Robyn, Margaret here, I am all right', 'Fine thanks Xavier']) {
    await startOver()
    await aDueCall()
    await care.dispatch()
    const { attemptId } = care.telephony.dialled.at(-1) ?? { attemptId: 0 }
    await care.facts.heard(attemptId, 'first', { keys: '', speech })
    const attempt = care.db.selectFrom('attempts').select('response').where('id', '=', attemptId)
    responses.push((await attempt.executeTakeFirstOrThrow()).response)
  }
  expect(responses).toEqual(['acknowledged', null])
})

test('words said after a machine was detected are no answer', async () => {
  const callId = await aDueCall()
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: null }
  const sid = providerCallId ?? ''
  await care.facts.answererDetected(attemptId, sid, 'machine')
  await care.facts.heard(attemptId, 'first', { keys: '', speech: 'Yes, okay' })
  const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 9 } as const
  await care.facts.progressed(attemptId, { ...ended, providerCallId: sid })
  expect(await care.call(account, callId)).toMatchObject({
    status: 'in_progress',
    attempts: [{ outcome: 'machine', answeredBy: 'machine' }],
  })
})

test('a call whose wake-up was lost is found by the poll loops', async () => {
  await care.aCall(account, { lovedOneId })
  const rounds = startPollLoops(care.deps, care.dispatcher, care.dialHandlers)
  care.clock.set(NINE_IN_SYDNEY)
  await vi.waitFor(() => expect(rings()).toHaveLength(1), 10_000)
  await rounds.stop()
})

test('a call whose wake-up was lost is found while the provider does not say how another call ended', async () => {
  await aDueCall()
  care.telephony.outcomes.push({ kind: 'lost_answer' })
  await care.dispatch()
  care.clock.advance(MINUTE)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const telephony: typeof care.deps.telephony = {
    ...care.telephony,
    async findCalls() {
      await asked
      return { kind: 'unavailable', reason: 'a timeout' }
    },
  }
  const rounds = startPollLoops({ ...care.deps, telephony }, care.dispatcher, care.dialHandlers)
  await vi.waitFor(async () => {
    const { reconcileCount } = await care.db.selectFrom('attempts').select('reconcileCount').executeTakeFirstOrThrow()
    expect(reconcileCount).toBeGreaterThan(0)
  }, 10_000)
  const bill = await care.somebodyElse(account)
  const due = await care.aCall(account, { lovedOneId: bill, at: new Date(care.clock.now().getTime() + MINUTE) })
  care.clock.advance(MINUTE)
  await vi.waitFor(async () => expect(await care.call(account, due)).toMatchObject({ status: 'in_progress' }), 10_000)
  answer()
  await rounds.stop()
})

test('the call of a worker that died after the dial and before writing its answer down is found, not repeated', async () => {
  await aDueCall()
  const { claimed } = await claimDueCalls(care.deps)
  for (const { attemptId, to } of claimed) await care.telephony.dial({ to, attemptId })
  for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
  expect(rings()).toHaveLength(1)
})

test('a call whose callbacks were all lost is reconciled by asking the provider', async () => {
  const callId = await aDueCall()
  await care.dispatch()
  const sid = rings()[0]?.providerCallId ?? ''
  care.telephony.end(sid, { endedStatus: 'no-answer', status: 'no-answer' })
  await later(16 * SECOND)
  expect(await care.call(account, callId)).toMatchObject({
    status: 'in_progress',
    attempts: [{ outcome: 'no_answer' }],
  })
  await later(10 * MINUTE)
  expect(rings()).toHaveLength(2)
})

test('two unknown dials to one number are matched to a call each', async () => {
  const other = await care.anAccount()
  const sameMother = await care.aLovedOne(other)
  await care.aCall(other, { lovedOneId: sameMother })
  await aDueCall()
  care.telephony.outcomes.push({ kind: 'lost_answer' }, { kind: 'lost_answer' })
  await dispatchBoth()
  for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
  expect(rings()).toHaveLength(2)
  const attempts = await care.db.selectFrom('attempts').select('providerCallId').execute()
  expect(new Set(attempts.map((row) => row.providerCallId)).size).toBe(2)
})

/** A key comes after the question it answers: everything that was handed over up to the question counts as answered. */
async function pressesOneWhenAsked(attemptId: number, sid: string) {
  await care.facts.answered(attemptId, sid)
  for (let moves = 0; moves < 4; moves++) {
    const { conversation } = await care.db
      .selectFrom('attempts')
      .select('conversation')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    const latest = latestMove(conversationFrom(conversation))
    if (latest?.name === 'goodbye') return
    const isAsked = latest === undefined || latest.name === 'question'
    const heard = { keys: isAsked || latest.name === 'message' ? '1' : '', speech: '' }
    await care.facts.heard(attemptId, latest ? stepOf(latest) : 'first', heard, sid)
    if (isAsked) return
  }
}

test('callbacks in any order, doubled, end in the same state', async () => {
  const facts = ['answered', 'ringing', 'key', 'machine', 'ended'] as const
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...facts, ...facts], { minLength: 10, maxLength: 10 }), async (history) => {
      await startOver()
      const callId = await aDueCall()
      await care.dispatch()
      const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: null }
      const sid = providerCallId ?? ''
      for (const fact of history) {
        if (fact === 'answered') await care.facts.answered(attemptId, sid)
        if (fact === 'key') await pressesOneWhenAsked(attemptId, sid)
        if (fact === 'machine') await care.facts.answererDetected(attemptId, sid, 'machine')
        if (fact === 'ringing' || fact === 'ended') {
          const endedStatus = fact === 'ended' ? 'completed' : null
          const status = endedStatus ?? 'ringing'
          const durationSeconds = endedStatus ? 12 : null
          await care.facts.progressed(attemptId, {
            providerCallId: sid,
            status,
            endedStatus,
            answeredBy: null,
            durationSeconds,
          })
        }
      }
      await later(30 * MINUTE)
      const call = await care.call(account, callId)
      expect(call).toMatchObject({ status: 'completed', duration: 12 })
      expect(call.attempts).toMatchObject([{ outcome: 'acknowledged', answeredBy: 'human', duration: 12 }])
      expect(call.attempts[0]?.keys).toMatch(/^1{1,2}$/)
      expect(rings()).toHaveLength(1)
    }),
    { numRuns: 40 },
  )
})

test('a machine that is detected after the call ended still makes it voicemail, not missed', async () => {
  const own = await care.aLovedOne(account, { retryAttempts: 0 })
  const callId = await care.aCall(account, { lovedOneId: own })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: null }
  const sid = providerCallId ?? ''
  const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 9 } as const
  await care.facts.progressed(attemptId, { ...ended, providerCallId: sid })
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  await care.facts.answererDetected(attemptId, sid, 'machine')
  expect(await care.call(account, callId)).toMatchObject({ status: 'voicemail', attempts: [{ outcome: 'machine' }] })
  expect(care.notified).toHaveLength(1)
})

test('during an outage the details of a call say that the provider takes no calls, and claim no attempt', async () => {
  const callId = await aDueCall()
  care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
  await care.dispatch()
  expect(await care.call(account, callId)).toMatchObject({
    status: 'in_progress',
    attempts: [],
    reason: expect.stringContaining("We'll keep trying"),
  })
  await later(2 * SECOND)
  expect(await care.call(account, callId)).toMatchObject({ attempts: [{ outcome: null }], reason: null })
})
