import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import type { LapseCause } from '#core/plans/standing.ts'
import { advanceLapses, liftSuspension } from '#server/features/billing/public.ts'
import { inboundProviderEvents } from '#server/features/check-ins/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { placedCalls, subscribe } from '#test/plan-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Nine in the morning in Sydney, when the account begins. */
const START = new Date('2026-03-10T09:00:00+11:00')
const at = (days: number) => new Date(START.getTime() + days * DAY)

let care: CareFixture
let account: { id: number; personId: number }
let margaret: number

beforeEach(async () => {
  care = await careFixture()
  care.clock.set(START)
  // As in production: the notices of calls and of plans are in one place.
  care.deps.enqueueNotice = (trx, notice) => enqueueMessage(care.jobs, trx, notice)
  account = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: '+61491570110', timezone: 'Australia/Sydney' }).execute()
  await care.db.updateTable('accounts').set({ trialStartedAt: START }).execute()
  margaret = await care.aLovedOne(account)
})
afterEach(() => care.close())

const deps = () => ({ ...care.deps, isBillingOn: true })
const run = () => advanceLapses(deps())

/** Everything that was written is sent. */
async function deliver(): Promise<void> {
  await care.db.updateTable('messages').set({ sentAt: care.clock.now() }).where('sentAt', 'is', null).execute()
}

/** Time passes, with poll loops and deliveries that work. */
async function liveUntil(instant: Date): Promise<void> {
  while (care.clock.now() < instant) {
    care.clock.set(new Date(Math.min(instant.getTime(), care.clock.now().getTime() + 12 * HOUR)))
    await run()
    await deliver()
  }
}

/** Time passes, and nothing runs. */
async function sleepUntil(instant: Date): Promise<void> {
  care.clock.set(instant)
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
}

const mails = async () =>
  (await care.db.selectFrom('messages').select('subject').where('channel', '=', 'email').orderBy('id').execute()).map(
    ({ subject }) => subject,
  )
const texts = async () =>
  (await care.db.selectFrom('messages').select('text').where('channel', '=', 'sms').orderBy('id').execute()).map(
    ({ text }) => text,
  )
const state = () =>
  care.db
    .selectFrom('accounts')
    .select(['lapseNotifiedAt', 'suspendedAt', 'suspendedBecause'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
const activities = async () =>
  (
    await care.db
      .selectFrom('activity')
      .select('description')
      .where('activityType', '=', 'subscription_updated')
      .execute()
  ).map(({ description }) => description)

/** Lapsed by the end of the trial, notified, and suspended seven days later. */
async function suspended(): Promise<void> {
  await sleepUntil(at(14))
  await run()
  await deliver()
  await sleepUntil(at(21))
  await run()
  await deliver()
  expect((await state()).suspendedAt).toEqual(at(21))
}

describe('free trials', () => {
  test('a trial ends with a notice before, one at the end, one before the suspension, and one at the suspension', async () => {
    await liveUntil(at(30))
    expect(await mails()).toEqual([
      'Your free trial ends on Tuesday, Mar 24, 2026',
      'Your free trial has ended',
      "We'll suspend your calls on Tuesday, Mar 31, 2026",
      'Your calls are suspended',
    ])
    expect(await texts()).toEqual([
      expect.stringContaining(
        "We'll keep making your scheduled calls until Tuesday, Mar 31, 2026, then we'll suspend them.",
      ),
      expect.stringContaining("We'll suspend your calls on Tuesday, Mar 31, 2026"),
      expect.stringContaining('Your calls are suspended'),
    ])
    expect(await state()).toEqual({ lapseNotifiedAt: at(14), suspendedAt: at(21), suspendedBecause: 'trial_over' })
    expect(await activities()).toEqual(['Calls suspended'])
  })

  test('a trial that was subscribed in time is never mentioned', async () => {
    await subscribe(care.db, account.id, at(1), { periodEnd: at(400) })
    await liveUntil(at(20))
    expect(await mails()).toEqual([])
  })

  test('the end of a subscription after a trial is reported like any other lapse', async () => {
    await subscribe(care.db, account.id, at(1), { status: 'ended', endedAt: at(3) })
    await liveUntil(at(11))
    expect(await mails()).toEqual([
      'Your subscription has ended',
      expect.stringContaining("We'll suspend your calls on"),
      'Your calls are suspended',
    ])
    expect(await state()).toMatchObject({ suspendedBecause: 'ended' })
  })

  test('the trial of an account holder without a number is reported by mail alone', async () => {
    await care.db.updateTable('people').set({ phoneNumber: null }).execute()
    await liveUntil(at(22))
    expect(await mails()).toHaveLength(4)
    expect(await texts()).toEqual([])
  })
})

describe('lapses', () => {
  test('a lapse keeps calls going for seven days after the notice, and then the account holder is notified of each call instead', async () => {
    const daily = { lovedOneId: margaret, at: new Date(at(14).getTime() + HOUR), recurrencePattern: 'daily' as const }
    await care.aCall(account, daily)
    await sleepUntil(at(14))
    await run()
    await deliver()
    for (let day = 14; day < 21; day++) {
      await sleepUntil(new Date(at(day).getTime() + HOUR))
      await care.dispatch()
      await care.db
        .updateTable('calls')
        .set({ status: 'completed', endedAt: care.clock.now() })
        .where('status', '=', 'in_progress')
        .execute()
    }
    expect(care.telephony.dialled).toHaveLength(7)
    await sleepUntil(at(21))
    await run()
    await sleepUntil(new Date(at(21).getTime() + HOUR))
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(7)
    const [last, next] = await care.db
      .selectFrom('calls')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
      .then((rows) => rows.reverse())
    expect(last).toMatchObject({
      status: 'missed',
      reason: 'Your calls are suspended because your free trial has ended.',
      startedAt: null,
    })
    expect(next, 'the schedule goes on').toMatchObject({
      status: 'scheduled',
      scheduledFor: new Date(at(22).getTime() + HOUR),
    })
    expect((await mails()).at(-1)).toBe("We didn't ring Margaret Hartley at 10:00 AM")
    expect(await care.db.selectFrom('incidents').selectAll().execute(), 'contacts are not alarmed').toEqual([])
  })

  test('a lapse ends at once by a subscription: the very next call is placed', async () => {
    await suspended()
    const callId = await care.aCall(account, { lovedOneId: margaret, at: new Date(at(21).getTime() + HOUR) })
    await subscribe(care.db, account.id, at(21))
    await care.db.transaction().execute((trx) => liftSuspension(deps(), trx, account.id))
    expect(await state()).toEqual({ lapseNotifiedAt: null, suspendedAt: null, suspendedBecause: null })
    await sleepUntil(new Date(at(21).getTime() + HOUR))
    await care.dispatch()
    expect((await care.call(account, callId)).status).toBe('in_progress')
    expect((await mails()).at(-1)).toBe('Your calls have started again')
    expect(await activities()).toEqual(['Calls suspended', 'Calls have started again'])
  })

  test('a lapse whose end was not reported is found and lifted by the next run', async () => {
    await suspended()
    await subscribe(care.db, account.id, at(21))
    await run()
    expect((await state()).suspendedAt).toBeNull()
    expect((await mails()).filter((subject) => subject === 'Your calls have started again')).toHaveLength(1)
  })

  test.each<[LapseCause, Parameters<typeof subscribe>[3], string]>([
    ['past_due', { status: 'past_due', unpaidSince: at(31) }, 'Your payment has failed'],
    ['ended', { status: 'ended', endedAt: at(31) }, 'Your subscription has ended'],
  ])('a lapse by %s takes the same steps', async (cause, changes, headline) => {
    await subscribe(care.db, account.id, at(1), changes)
    await sleepUntil(at(31))
    await liveUntil(at(40))
    expect(await mails()).toEqual([
      headline,
      expect.stringContaining("We'll suspend your calls"),
      'Your calls are suspended',
    ])
    expect((await state()).suspendedBecause).toBe(cause)
  })

  test('a lapse that is paid within the seven days suspends nothing, and a later one is reported again', async () => {
    await subscribe(care.db, account.id, at(1), { status: 'past_due', unpaidSince: at(31) })
    await sleepUntil(at(31))
    await liveUntil(at(34))
    await subscribe(care.db, account.id, at(31))
    await liveUntil(at(60))
    expect(await mails()).toEqual(['Your payment has failed'])
    expect(await state()).toMatchObject({ lapseNotifiedAt: null, suspendedAt: null })
    await subscribe(care.db, account.id, at(61), { status: 'past_due', unpaidSince: at(61) })
    await liveUntil(at(62))
    expect(await mails()).toEqual(['Your payment has failed', 'Your payment has failed'])
  })

  test('a lapse that came while Cooee was down for two weeks is reported first: nobody is suspended without seven days’ notice', async () => {
    await sleepUntil(at(28))
    await run()
    await deliver()
    expect(await state()).toMatchObject({ lapseNotifiedAt: at(28), suspendedAt: null })
    expect(await mails()).toEqual(['Your free trial has ended'])
    await liveUntil(new Date(at(35).getTime() - 1))
    expect((await state()).suspendedAt).toBeNull()
    await liveUntil(at(35))
    expect((await state()).suspendedAt).toEqual(at(35))
  })

  test('a lapse whose notice was not sent is reported again, and only that notice counts', async () => {
    await sleepUntil(at(14))
    await run()
    await care.db
      .updateTable('messages')
      .set({ failedAt: at(15), error: 'No such mailbox' })
      .execute()
    await sleepUntil(at(21))
    await run()
    expect(await state()).toMatchObject({ lapseNotifiedAt: at(21), suspendedAt: null })
    expect((await mails()).filter((subject) => subject === 'Your free trial has ended')).toHaveLength(2)
  })

  test('a lapse whose notice was sent late counts from when it was sent', async () => {
    await sleepUntil(at(14))
    await run()
    await care.db
      .updateTable('messages')
      .set({ sentAt: at(17) })
      .execute()
    await sleepUntil(at(21))
    await run()
    expect(await state()).toMatchObject({ lapseNotifiedAt: at(17), suspendedAt: null })
    await liveUntil(at(24))
    expect((await state()).suspendedAt).toEqual(at(24))
  })

  test('a lapse cannot become a suspension without notice, even by a direct write', async () => {
    const write = care.db
      .updateTable('accounts')
      .set({ suspendedAt: at(20), suspendedBecause: 'trial_over', lapseNotifiedAt: at(14) })
      .execute()
    await expect(write).rejects.toThrow('accounts_suspended_after_notice')
  })

  test('a lapse has no meaning any more once the operator charges nobody', async () => {
    await suspended()
    await advanceLapses({ ...deps(), isBillingOn: false })
    expect(await state()).toMatchObject({ lapseNotifiedAt: null, suspendedAt: null })
    await sleepUntil(at(60))
    await advanceLapses({ ...deps(), isBillingOn: false })
    expect((await mails()).at(-1)).toBe('Your calls have started again')
  })
})

test('an account that is about to be deleted is called again, too, once something covers its calls', async () => {
  await suspended()
  await care.db
    .updateTable('accounts')
    .set({ deleteAt: at(27) })
    .execute()
  await advanceLapses({ ...deps(), isBillingOn: false })
  expect((await state()).suspendedAt).toBeNull()
})

test('an account that is about to be deleted is notified of nothing further, and suspended no more', async () => {
  await care.db
    .updateTable('accounts')
    .set({ deleteAt: at(40) })
    .execute()
  await liveUntil(at(30))
  expect(await mails()).toEqual([])
  expect((await state()).suspendedAt).toBeNull()
})

describe('calls of suspended accounts', () => {
  test('a call that was due before the suspension is placed', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret, at: new Date(at(21).getTime() - 60_000) })
    await suspended()
    await care.dispatch()
    expect((await care.call(account, callId)).status).toBe('in_progress')
  })

  test('a call that is under way at the suspension runs to its end', async () => {
    await care.aCall(account, { lovedOneId: margaret, at: new Date(at(21).getTime() - 60_000) })
    await suspended()
    await care.dispatch()
    const [ring] = care.telephony.dialled
    await care.facts.progressed(ring?.attemptId ?? 0, {
      providerCallId: ring?.providerCallId ?? '',
      status: 'no-answer',
      endedStatus: 'no-answer',
      answeredBy: null,
      durationSeconds: null,
    })
    await sleepUntil(new Date(at(21).getTime() + HOUR / 2))
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(2)
  })

  test('a call of a suspended account is either dialled or reported, at any moment: never both, never neither', async () => {
    const due = new Date(at(21).getTime() + 1)
    const calls: number[] = []
    for (let count = 0; count < 12; count++) {
      calls.push(await care.aCall(account, { lovedOneId: await care.somebodyElse(account), at: due }))
    }
    await suspended()
    await sleepUntil(due)
    await subscribe(care.db, account.id, at(21))
    await Promise.all([
      care.dispatch(),
      care.db.transaction().execute((trx) => liftSuspension(deps(), trx, account.id)),
      care.dispatch(),
    ])
    await care.dispatch()
    const notified = (await mails()).filter((subject) => subject?.startsWith("We didn't ring")).length
    const statuses = await Promise.all(calls.map(async (callId) => (await care.call(account, callId)).status))
    expect(statuses.filter((status) => status === 'missed')).toHaveLength(notified)
    expect(statuses.filter((status) => status === 'in_progress')).toHaveLength(care.telephony.dialled.length)
    expect(notified + care.telephony.dialled.length).toBe(12)
  })

  test('a call of a suspended account is still answered by a loved one who rings Cooee', async () => {
    const callId = await care.aCall(account, { lovedOneId: margaret, at: new Date(at(21).getTime() + HOUR) })
    await suspended()
    const inbound = inboundProviderEvents(care.deps)
    const call = { from: '+61491570156', providerCallId: 'CA0123456789' }
    await inbound.called(call)
    await inbound.answered(call, 'how', { keys: '1', speech: '' })
    expect((await care.call(account, callId)).status).toBe('completed')
  })

  const ON = { email: true, sms: true }
  test.each([
    ['by email and text as they come', ON, ['email', 'sms']],
    ['by email alone where texts about late calls are switched off', { email: true, sms: false }, ['email']],
  ])('a call of a suspended account is reported %s', async (_, lateCalls, channels) => {
    const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, lateCalls }
    await saveNotificationSettings(
      care.db,
      { accountId: account.id, personId: account.personId },
      settings,
      care.clock.now(),
    )
    await care.aCall(account, { lovedOneId: margaret, at: new Date(at(21).getTime() + HOUR) })
    await suspended()
    await sleepUntil(new Date(at(21).getTime() + HOUR))
    await care.dispatch()
    const notified = await care.db
      .selectFrom('messages')
      .select('channel')
      .where('text', 'like', "%We didn't ring Margaret Hartley%")
      .orderBy('channel')
      .execute()
    expect(notified.map(({ channel }) => channel)).toEqual(channels)
  })

  test('a call of a suspended account is reported once, by however many workers that poll', async () => {
    await care.aCall(account, { lovedOneId: margaret, at: new Date(at(21).getTime() + HOUR) })
    await suspended()
    await sleepUntil(new Date(at(21).getTime() + HOUR))
    await Promise.all([care.dispatch(), care.dispatch(), care.dispatch()])
    expect((await mails()).filter((subject) => subject?.startsWith("We didn't ring"))).toHaveLength(1)
  })
})

describe('the calls of a month', () => {
  const place = (count: number, when: Date) =>
    placedCalls(care.db, { accountId: account.id, lovedOneId: margaret, count, at: when })
  const left = (when: Date) =>
    care.db
      .insertInto('accountDispatches')
      .values({ accountId: account.id, lastDispatchedAt: when })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ lastDispatchedAt: when }))
      .execute()

  test('the calls of a month are reported at 24 and at 30, once a month', async () => {
    await subscribe(care.db, account.id, at(0))
    care.clock.set(at(3))
    await place(23, at(1))
    await left(at(3))
    await run()
    expect(await mails()).toEqual([])
    await place(1, at(2))
    await run()
    await run()
    expect(await mails()).toEqual(['24 of your 30 calls are booked'])
    await place(6, at(3))
    await Promise.all([run(), run()])
    await run()
    expect(await mails()).toEqual(['24 of your 30 calls are booked', 'All your 30 calls are booked'])
    await subscribe(care.db, account.id, at(30))
    care.clock.set(at(32))
    await place(24, at(31))
    await left(at(32))
    await run()
    expect(await mails()).toHaveLength(3)
  })
})

test('two rounds of lapses at the same moment do everything once', async () => {
  for (const day of [11, 14, 19, 21]) {
    await sleepUntil(at(day))
    await Promise.all([run(), run(), run()])
    await run()
    await deliver()
  }
  expect(await mails()).toHaveLength(4)
  expect(await activities()).toEqual(['Calls suspended'])
  expect(await run(), 'nothing is looked at again and again').toBe(0)
})
