import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UNVERIFIED_REASON } from '#core/accounts/unverified-call.ts'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { notifyOfLateCalls } from './dispatch/not-made/notify-of-late-calls.ts'

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
  account = await care.anAccount({ isVerified: false })
  lovedOneId = await care.aLovedOne(account)
  await care.db
    .insertInto('contacts')
    .values({
      ...{ accountId: account.id, lovedOneId, name: 'Susan Hartley', phoneNumber: '+61491570157' },
      ...{ contactType: 'family', isEmergencyContact: true, position: 1 },
    })
    .execute()
})

async function verify() {
  await care.db
    .updateTable('people')
    .set((eb) => ({ verifiedEmail: eb.ref('email') }))
    .execute()
  await care.db.updateTable('accounts').set({ verifiedAt: care.clock.now() }).where('id', '=', account.id).execute()
}

test('a call that is due before the email is confirmed does not ring, says why, and is reported by mail to the account holder alone', async () => {
  await care.db.updateTable('people').set({ phoneNumber: '+61491570110' }).execute()
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  await care.escalate()
  expect(care.telephony.dialled).toEqual([])
  expect(await care.call(account, callId)).toMatchObject({
    status: 'missed',
    reason: UNVERIFIED_REASON,
    incident: null,
  })
  expect(care.notified).toEqual([
    expect.objectContaining({
      channel: 'email',
      subject: "We didn't ring Margaret Hartley at 9:00 AM",
      text: expect.stringContaining(UNVERIFIED_REASON),
    }),
  ])
  expect(care.notified[0]).not.toHaveProperty('instead')
  const next = await care.db.selectFrom('calls').select('scheduledFor').where('status', '=', 'scheduled').execute()
  expect(next).toEqual([{ scheduledFor: new Date(NINE_IN_SYDNEY.getTime() + 86_400_000) }])
})

test('an email that is confirmed one second before lets the call ring', async () => {
  await care.aCall(account, { lovedOneId })
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 1_000))
  await care.dispatch()
  await verify()
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
  expect(care.notified).toEqual([])
})

test('two workers at the same call end it once and report it once', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  const other = createDispatcher(care.deps)
  care.clock.set(NINE_IN_SYDNEY)
  other.wake()
  await Promise.all([care.dispatch(), other.idle()])
  await other.stop()
  expect(care.telephony.dialled).toEqual([])
  expect(care.notified).toHaveLength(1)
  const ends = await care.db
    .selectFrom('activity')
    .select('id')
    .where('callId', '=', callId)
    .where('activityType', '=', 'call_missed')
    .execute()
  expect(ends).toHaveLength(1)
})

test('after an outage a call of an unconfirmed account is reported as not confirmed, and is not made up for', async () => {
  const callId = await care.aCall(account, { lovedOneId })
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 5 * 3_600_000))
  await notifyOfLateCalls(care.deps)
  await care.dispatch()
  expect((await care.call(account, callId)).reason).toBe(UNVERIFIED_REASON)
  expect(care.notified).toHaveLength(1)
  expect(await care.db.selectFrom('calls').select('id').where('catchUpFor', 'is not', null).execute()).toEqual([])
})

test('a Call Now is refused with a sentence that says what to do, and costs nothing', async () => {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  await expect(callNow(care.deps, account, callId)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      /^Please confirm your email first: we wrote to care\d+@example\.com\. Until then we can't ring Margaret\.$/,
    ),
  })
  expect(await care.db.selectFrom('calls').select('id').execute()).toEqual([{ id: callId }])
  await verify()
  await callNow(care.deps, account, callId)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
})
