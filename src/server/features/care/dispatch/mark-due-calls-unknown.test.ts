import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { markDueCallsUnknown } from './mark-due-calls-unknown.ts'

const MINUTE = 60_000
/** Half an hour after the calls of these tests are due, and within their grace period. */
const RESTORED_AT = new Date(NINE_IN_SYDNEY.getTime() + 30 * MINUTE)

let care: CareFixture
let account: { id: number }
let lovedOneId: number

beforeAll(async () => {
  care = await careFixture({ restoredAt: RESTORED_AT })
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
})

async function restored(): Promise<number> {
  care.clock.set(RESTORED_AT)
  return care.db.transaction().execute((trx) => markDueCallsUnknown(trx, care.jobs, RESTORED_AT))
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    care.clock.advance(MINUTE)
    await care.settle()
    await care.dispatch()
  }
}

const aRing = async (endedStatus: 'completed' | 'no-answer' | null) => {
  const placed = await care.telephony.dial({ to: '+61491570156', attemptId: 999_999 })
  if (placed.kind !== 'accepted') throw new Error('The provider took no call')
  if (endedStatus) care.telephony.end(placed.providerCallId, { endedStatus, status: endedStatus, durationSeconds: 20 })
  return placed.providerCallId
}

test('a call that was due at a restore and has not rung is rung once, and retried as any other', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  expect(await restored()).toBe(1)
  await pass(2)
  expect(care.telephony.dialled).toHaveLength(1)
  const providerCallId = care.telephony.dialled[0]?.providerCallId ?? ''
  care.telephony.end(providerCallId, { endedStatus: 'no-answer', status: 'no-answer' })
  await pass(15)
  expect(care.telephony.dialled).toHaveLength(2)
  expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
})

test.each([
  ['was answered', 'completed', 'lost what happened when we restored Cooee'],
  ['rang out', 'no-answer', 'phone rang out. We then restored Cooee'],
] as const)(
  'a call that %s since the backup is not rung again, and people are notified',
  async (_what, ended, reason) => {
    const callId = await care.aCall(account, { lovedOneId })
    await aRing(ended)
    await restored()
    await pass(40)
    expect(care.telephony.dialled).toHaveLength(1)
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: expect.stringContaining(reason),
      attempts: [{ providerId: expect.stringMatching(/^CA/) }],
    })
    expect(care.notified.length).toBeGreaterThan(0)
  },
)

test('a call that was under way at the time of the backup is reconciled, and not rung again', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const providerCallId = care.telephony.dialled[0]?.providerCallId ?? ''
  care.telephony.end(providerCallId, { endedStatus: 'completed', status: 'completed', durationSeconds: 20 })
  expect(await restored()).toBe(0)
  await pass(40)
  expect(care.telephony.dialled).toHaveLength(1)
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  expect(care.notified.length).toBeGreaterThan(0)
})

test('while the provider cannot be asked after a restore, nothing rings and nothing is given up at once', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  await restored()
  care.telephony.isDown = true
  await pass(10)
  expect(care.telephony.dialled).toHaveLength(0)
  expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
  care.telephony.isDown = false
  await pass(3)
  expect(care.telephony.dialled).toHaveLength(1)
})

test('a call past its grace period at a restore is not rung, and what follows in its schedule is booked', async () => {
  await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  const days = 2
  const restoredAt = new Date(NINE_IN_SYDNEY.getTime() + days * 24 * 60 * MINUTE + 30 * MINUTE)
  care.clock.set(restoredAt)
  const doubted = await care.db.transaction().execute((trx) => markDueCallsUnknown(trx, care.jobs, restoredAt))
  expect(doubted).toBe(days + 1)
  const calls = await care.db.selectFrom('calls').select(['status', 'scheduledFor']).orderBy('scheduledFor').execute()
  expect(calls.map(({ status }) => status)).toEqual(['in_progress', 'in_progress', 'in_progress', 'scheduled'])
  expect(calls.at(-1)?.scheduledFor.getTime()).toBeGreaterThan(restoredAt.getTime())
})
