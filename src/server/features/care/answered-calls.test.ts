import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const MINUTE = 60_000

let care: CareFixture
let account: { id: number; personId: number }
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: '+61491570111' }).execute()
  await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
})

const choose = (choices: Partial<NotificationSettings>) =>
  saveNotificationSettings(
    care.db,
    { accountId: account.id, personId: account.personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, ...choices },
    care.clock.now(),
  )

async function answer(keys: string) {
  await care.dispatch()
  care.clock.advance(MINUTE)
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  await care.facts.answered(attemptId, providerCallId)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  await care.facts.heard(attemptId, 'question 2', { keys, speech: '' })
  const ended = {
    providerCallId,
    status: 'completed',
    endedStatus: 'completed',
    answeredBy: null,
    durationSeconds: 12,
  } as const
  await care.facts.progressed(attemptId, ended)
  await care.facts.progressed(attemptId, ended)
}

test('nobody is notified of an answered call without having asked for it', async () => {
  await answer('1')
  expect(care.notified).toEqual([])
})

test('an account holder who has asked for it is notified once of an answered call, with when it was answered and what was pressed', async () => {
  await choose({ answeredCalls: { email: true, sms: true } })
  await answer('1')
  expect(care.notified.map(({ channel, subject }) => `${channel} ${subject}`)).toEqual([
    'email Margaret Hartley answered the 9:00 AM call',
    'sms null',
  ])
  expect(care.notified[1]?.text).toBe('Cooee: Margaret Hartley answered at 9:01 AM and pressed 1.')
  expect(care.notified.map(({ isUrgent }) => isUrgent)).toEqual([false, false])
})

test('a call on which help was requested is not reported as good news', async () => {
  await choose({ answeredCalls: { email: true, sms: true } })
  await answer('2')
  expect(care.notified.map(({ subject }) => subject)).not.toContain('Margaret Hartley answered the 9:00 AM call')
  expect(care.notified.map(({ subject }) => subject)).toContain(
    'Margaret Hartley asked for help on the 9:00 AM daily check-in',
  )
})
