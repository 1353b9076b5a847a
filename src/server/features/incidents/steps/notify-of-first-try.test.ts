import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { notifyOfFirstTry } from './notify-of-first-try.ts'

let on: IncidentFixture
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.care.db.updateTable('people').set({ phoneNumber: '+61491570150' }).execute()
})

const choose = (notifyAtFirstTry: boolean) =>
  saveNotificationSettings(
    on.care.db,
    { accountId: on.account.id, personId: on.account.personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, notifyAtFirstTry },
    on.care.clock.now(),
  )
const AT_TEN_PAST = new Date(NINE_IN_SYDNEY.getTime() + 10 * 60_000)
const unanswered = (nextTryAt = AT_TEN_PAST) =>
  on.care.db
    .transaction()
    .execute((trx) =>
      notifyOfFirstTry(on.care.deps.incidents, trx, { callId: on.callId, outcome: 'no_answer', nextTryAt }),
    )

test('an account holder who has chosen it is notified of the first unanswered try and the next one, once per call', async () => {
  await choose(true)
  await unanswered()
  await unanswered(new Date(AT_TEN_PAST.getTime() + 600_000))
  expect(
    on.care.notified.map(({ channel, text }) => `${channel}: ${text.replace(/^Hello Robyn,\n\n/, '').split('\n')[0]}`),
  ).toEqual([
    "email: Margaret Hartley didn't answer the 9:01 AM call. We'll try again at 9:10 AM.",
    "sms: Cooee: Margaret Hartley didn't answer the 9:01 AM call. We'll try again at 9:10 AM.",
  ])
})

test('an account holder who has not chosen it is not notified of the first unanswered try', async () => {
  await unanswered()
  await choose(false)
  await unanswered()
  expect(on.care.notified).toEqual([])
})

test('the last unanswered try is reported by its incident alone', async () => {
  await choose(true)
  await on.care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
  on.care.clock.advance(60_000)
  await on.care.dispatch()
  const { attemptId = 0, providerCallId } = on.care.telephony.dialled.at(-1) ?? {}
  const ended = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
  await on.care.facts.progressed(attemptId, { ...ended, providerCallId: providerCallId ?? '' })
  expect((await on.causes()).map(({ cause }) => cause)).toEqual(['not_reached'])
  expect(on.care.notified.map(({ text }) => text)).toEqual(
    Array(2).fill(expect.not.stringContaining("We'll try again")),
  )
})
