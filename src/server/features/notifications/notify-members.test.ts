import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '#core/notifications/settings.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { type MemberNotice, notifyMembers } from './notify-members.ts'
import { saveNotificationSettings } from './settings-of.ts'

let care: CareFixture
let account: { id: number; personId: number }
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  care.notified.length = 0
  account = await care.anAccount()
  await setPhoneNumber(PHONE)
})

const PHONE = '+61491570111'
const setPhoneNumber = (phoneNumber: string | null) =>
  care.db.updateTable('people').set({ phoneNumber }).where('id', '=', account.personId).execute()
const choose = (choices: Partial<NotificationSettings>) =>
  saveNotificationSettings(
    care.db,
    { accountId: account.id, personId: account.personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, ...choices },
    care.clock.now(),
  )
const notify = (notice: Partial<MemberNotice> = {}) =>
  care.db.transaction().execute((trx) =>
    notifyMembers(care.deps, trx, {
      accountId: account.id,
      kind: 'billing',
      text: { subject: 'Your trial is over', mail: 'The whole story', sms: 'In short' },
      key: `notice:${account.id}`,
      ...notice,
    }),
  )
const notified = () => care.notified.map(({ channel, text, fallback }) => [channel, text, fallback?.recipient ?? null])

test('an account holder is notified by mail and by text message, once', async () => {
  await notify()
  await notify()
  expect(notified()).toEqual([
    ['email', 'Hello Robyn,\n\nThe whole story\n\nCooee', null],
    ['sms', 'In short', null],
  ])
})

test('a mandatory notice that is wanted by mail alone has its fallback text ready', async () => {
  await choose({ billing: { email: true, sms: false } })
  await notify()
  expect(notified()).toEqual([['email', 'Hello Robyn,\n\nThe whole story\n\nCooee', PHONE]])
})

test('a notice that has no text message, or whose account holder has no number, is sent by mail', async () => {
  await notify({ text: { subject: 'Soon', mail: 'The trial ends soon', sms: null } })
  await setPhoneNumber(null)
  await notify({ key: 'other' })
  expect(notified()).toEqual([
    ['email', 'Hello Robyn,\n\nThe trial ends soon\n\nCooee', null],
    ['email', 'Hello Robyn,\n\nThe whole story\n\nCooee', null],
  ])
})

test('a notice that is switched off is not written', async () => {
  await notify({ kind: 'answeredCalls' })
  expect(notified()).toEqual([])
})
