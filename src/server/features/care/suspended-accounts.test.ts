import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SUSPENDED_BY_ADMIN_REASON } from '#core/accounts/suspended-account.ts'
import { ADMIN_REFUSED_REASON } from '#core/refusals/refusal-texts.ts'
import { suspendAccount } from '#server/features/admin/accounts/suspend-account.ts'
import { addAdminRefusal } from '#server/features/refusals/public.ts'
import { spentToday } from '#server/platform/phones/spend-of-day.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt } from './dispatch/dial-attempt.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { stopCallsTo } from './ending/end-refused-calls.ts'

const DAY = 86_400_000
let care: CareFixture
let account: { id: number; personId: number }
let admin: { id: number; personId: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  for (const table of ['accounts', 'auditLog', 'numberDials', 'phoneRefusals'] as const)
    await care.db.deleteFrom(table).execute()
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  care.telephony.clear()
  care.notified.length = 0
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
  account = await care.anAccount()
  admin = await care.anAccount()
  await care.db.updateTable('people').set({ role: 'admin' }).where('id', '=', admin.personId).execute()
  lovedOneId = await care.aLovedOne(account)
})

const suspend = () =>
  suspendAccount(
    { ...care.deps, phoneCountries: ['AU'] },
    { account: { id: admin.id, username: 'ops' }, address: '198.18.0.1' },
    account.id,
  )
const limited = (dailyCents: number) => ({
  ...care.deps.limits,
  spend: {
    dailyCents,
    prices: { careCall: 10, alertCall: 10, minute: 0, text: 10, inboundText: 0 },
    isBillingOn: true,
  },
})

async function dispatchWith(limits: CareFixture['deps']['limits']) {
  const dispatcher = createDispatcher({ ...care.deps, limits })
  dispatcher.wake()
  await dispatcher.idle()
  await dispatcher.stop()
}

const pays = (accountId: number) =>
  care.db
    .insertInto('subscriptions')
    .values({
      ...{ accountId, customerId: `cus_${accountId}`, subscriptionId: `sub_${accountId}`, status: 'active' },
      ...{ periodStart: NINE_IN_SYDNEY, periodEnd: new Date(NINE_IN_SYDNEY.getTime() + 30 * DAY), monthlyCents: 1999 },
    })
    .execute()

test('a call that falls due while an admin keeps the account suspended does not ring, says why, is reported by mail, and its schedule continues', async () => {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  await suspend()
  care.notified.length = 0
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  await care.escalate()
  expect(care.telephony.dialled).toEqual([])
  expect(await care.call(account, callId)).toMatchObject({
    status: 'missed',
    reason: SUSPENDED_BY_ADMIN_REASON,
    incident: null,
  })
  expect(care.notified).toEqual([
    expect.objectContaining({ channel: 'email', recipient: expect.stringContaining('@') }),
  ])
  await care.db.updateTable('accounts').set({ suspendedByAdminAt: null }).execute()
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + DAY))
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
})

test('a phone that rings when its account is suspended is stopped, and the call ends with that reason', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
  await suspend()
  await suspend()
  expect(care.telephony.stopped).toHaveLength(1)
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed', reason: SUSPENDED_BY_ADMIN_REASON })
  await care.settle()
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
  const noted = await care.db
    .selectFrom('auditLog')
    .select('action')
    .where('action', '=', 'account.suspended')
    .execute()
  expect(noted).toHaveLength(1)
})

test('a suspension between the claim of a call and its dial keeps the phone from ringing, and the call says why', async () => {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.set(NINE_IN_SYDNEY)
  const { claimed } = await claimDueCalls(care.deps)
  expect(claimed).toHaveLength(1)
  await care.db
    .updateTable('accounts')
    .set({ suspendedByAdminAt: NINE_IN_SYDNEY })
    .where('id', '=', account.id)
    .execute()
  for (const dial of claimed) await dialAttempt(care.deps, dial)
  await care.settle()
  await care.dispatch()
  expect(care.telephony.dialled).toEqual([])
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed', reason: SUSPENDED_BY_ADMIN_REASON })
  expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
  expect(await care.db.selectFrom('calls').select('id').where('status', '=', 'scheduled').execute()).toHaveLength(1)
})

test('a call to a number that an admin refuses is not placed, says so, and its account holder is notified once', async () => {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  await care.db
    .transaction()
    .execute((trx) =>
      addAdminRefusal(
        care.deps,
        trx,
        { phoneNumber: '+61491570156', reason: 'Police report', username: 'ops' },
        care.clock.now(),
      ),
    )
  for (const day of [0, 1]) {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + day * DAY))
    await care.dispatch()
  }
  expect(care.telephony.dialled).toEqual([])
  const call = await care.call(account, callId)
  expect(call).toMatchObject({ status: 'missed', isRefused: true, isRefusedByAdmin: true })
  expect(care.notified).toHaveLength(1)
  expect(care.notified[0]?.text).not.toMatch(/asked not to be called|Police/)
})

test('a person who talks when their number is refused is not cut off, and the call keeps that reason', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const [dial] = care.telephony.dialled
  const attemptId = dial && 'attemptId' in dial ? dial.attemptId : 0
  const providerCallId = dial?.providerCallId ?? ''
  await care.facts.answered(attemptId, providerCallId)
  const number = { phoneNumber: '+61491570156', reason: 'Police report', username: 'ops' }
  await care.db.transaction().execute((trx) => addAdminRefusal(care.deps, trx, number, care.clock.now()))
  await stopCallsTo(care.deps, number.phoneNumber)
  expect(care.telephony.stopped).toEqual([])
  expect((await care.call(account, callId)).status).toBe('in_progress')
  await care.facts.progressed(attemptId, {
    ...{ providerCallId, status: 'completed', endedStatus: 'completed' as const },
    ...{ answeredBy: null, durationSeconds: 12 },
  })
  await care.settle()
  expect(await care.call(account, callId)).toMatchObject({
    status: 'missed',
    reason: ADMIN_REFUSED_REASON,
    isRefusedByAdmin: true,
  })
  // With the former wording of the reason.
  await care.db
    .updateTable('calls')
    .set({ reason: 'Cooee does not ring this number.' })
    .where('id', '=', callId)
    .execute()
  expect(await care.call(account, callId)).toMatchObject({ isRefusedByAdmin: true })
})

test('however many calls fall due together, trials stop at the limit of the day and paying accounts go on, last of all at twice it', async () => {
  const paying = await care.anAccount()
  await pays(paying.id)
  for (const holder of [account, account, account, paying, paying, paying]) {
    await care.aCall(holder, { lovedOneId: await care.somebodyElse(holder) })
  }
  care.clock.set(NINE_IN_SYDNEY)
  const limits = limited(20)
  const both = [createDispatcher({ ...care.deps, limits }), createDispatcher({ ...care.deps, limits })]
  for (const dispatcher of both) dispatcher.wake()
  await Promise.all(both.map((dispatcher) => dispatcher.idle()))
  await Promise.all(both.map((dispatcher) => dispatcher.stop()))
  const rows = await care.db.selectFrom('calls').select(['accountId', 'status', 'reason']).execute()
  const left = rows.filter(({ status }) => status === 'in_progress')
  expect(left).toHaveLength(4)
  expect(left.filter(({ accountId }) => accountId === paying.id).length).toBeGreaterThanOrEqual(2)
  expect(rows.filter(({ reason }) => reason?.startsWith("Cooee has reached today's spending limit"))).toHaveLength(2)
  expect(await spentToday(care.db, limits.spend, care.clock.now())).toBe(40)
})

test('at midnight UTC the daily spending limit begins again', async () => {
  const first = await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T23:59:00Z') })
  const second = await care.aCall(account, {
    lovedOneId: await care.somebodyElse(account),
    at: new Date('2026-03-10T23:59:30Z'),
  })
  const third = await care.aCall(account, {
    lovedOneId: await care.somebodyElse(account),
    at: new Date('2026-03-11T00:00:00Z'),
  })
  for (const at of ['2026-03-10T23:59:00Z', '2026-03-10T23:59:30Z', '2026-03-11T00:00:00Z']) {
    care.clock.set(new Date(at))
    await dispatchWith(limited(10))
  }
  const status = async (callId: number) => (await care.call(account, callId)).status
  expect([await status(first), await status(second), await status(third)]).toEqual([
    'in_progress',
    'missed',
    'in_progress',
  ])
})
