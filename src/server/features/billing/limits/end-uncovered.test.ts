import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { subscribe } from '#test/plan-fixture.ts'
import { viewSubscription } from '../subscriptions/subscription-view.ts'
import { announceUncovered, endUncovered } from './end-uncovered.ts'

const DAY = 86_400_000
let care: CareFixture
let account: { id: number }
let margaret: number
let periodEnd: Date

async function end(): Promise<number> {
  const failures = collectFailures({ error: () => {} })
  const looked = await endUncovered(deps(), failures)
  failures.throwIfAny()
  return looked
}

beforeEach(async () => {
  care = await careFixture()
  account = await care.anAccount()
  margaret = await care.aLovedOne(account)
  periodEnd = new Date(care.clock.now().getTime() + 30 * DAY)
})
afterEach(() => care.close())

const deps = () => ({ ...care.deps, isBillingOn: true, payments: null })
const mails = async () =>
  (await care.db.selectFrom('messages').select('subject').where('channel', '=', 'email').orderBy('id').execute()).map(
    ({ subject }) => subject,
  )
const scheduled = async () =>
  (
    await care.db
      .selectFrom('calls')
      .select(['callType', 'scheduleId'])
      .where('status', '=', 'scheduled')
      .orderBy('id')
      .execute()
  ).map(({ callType, scheduleId }) => `${scheduleId === null ? 'single' : 'recurring'} ${callType}`)

/** A trial's schedules of three types, then a subscription with one add-on. */
async function subscribeAfterTrial() {
  for (const callType of ['daily_check_in', 'medication_reminder', 'wake_up_call'] as const) {
    await care.aCall(account, { lovedOneId: margaret, callType, recurrencePattern: 'daily' })
  }
  const at = new Date(NINE_IN_SYDNEY.getTime() + 40 * DAY)
  await care.aCall(account, { lovedOneId: margaret, callType: 'medication_reminder', at })
  await subscribe(care.db, account.id, care.clock.now(), { addOns: ['WAKE_UP_CALL'], periodEnd })
  await care.db
    .transaction()
    .execute((trx) => announceUncovered(deps(), trx, account.id, { addOns: ['WAKE_UP_CALL'], periodEnd }))
}

test('a subscriber without an add-on is notified which schedules of the trial end, and when', async () => {
  await subscribeAfterTrial()
  expect(await mails()).toEqual(['Your Medication Reminder calls end on Thursday, Apr 9, 2026'])
  expect((await viewSubscription(deps(), account.id)).endingTypes).toEqual({
    callTypes: ['medication_reminder'],
    at: periodEnd.toISOString(),
  })
})

test('schedules without their add-on go on until the end of the first month, then end once and not silently; single calls and the others stay', async () => {
  await subscribeAfterTrial()
  care.clock.set(new Date(periodEnd.getTime() - 1))
  expect(await end()).toBe(0)
  care.clock.set(periodEnd)
  await end()
  await end()
  expect(await scheduled()).toEqual([
    'recurring daily_check_in',
    'recurring wake_up_call',
    'single medication_reminder',
  ])
  expect((await mails()).slice(1)).toEqual(['Your Medication Reminder calls have ended'])
  const ended = await care.db
    .selectFrom('activity')
    .select('description')
    .where('activityType', '=', 'call_cancelled')
    .execute()
  expect(ended.map(({ description }) => description)).toEqual([
    "Recurring Medication Reminder for Margaret Hartley ended: it isn't part of your plan",
  ])
  expect((await viewSubscription(deps(), account.id)).endingTypes).toBeNull()
})

test('an add-on that is taken in time keeps the schedules of the trial', async () => {
  await subscribeAfterTrial()
  await subscribe(care.db, account.id, care.clock.now(), { addOns: ['WAKE_UP_CALL', 'MEDICATION_REMINDER'], periodEnd })
  care.clock.set(periodEnd)
  await end()
  expect(await scheduled()).toContain('recurring medication_reminder')
  expect(await mails()).toHaveLength(1)
})
