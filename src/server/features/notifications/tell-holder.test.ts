import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '#core/notifications/settings.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { saveNotificationSettings } from './settings-of.ts'
import { type NewsForHolder, tellHolder } from './tell-holder.ts'

let care: CareFixture
let account: { id: number }
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  care.told.length = 0
  account = await care.anAccount()
  await setPhoneNumber(PHONE)
})

const PHONE = '+61491570111'
const setPhoneNumber = (phoneNumber: string | null) =>
  care.db.updateTable('accounts').set({ phoneNumber }).where('id', '=', account.id).execute()
const choose = (choices: Partial<NotificationSettings>) =>
  saveNotificationSettings(care.db, account.id, { ...DEFAULT_NOTIFICATION_SETTINGS, ...choices }, care.clock.now())
const tell = (news: Partial<NewsForHolder> = {}) =>
  care.db.transaction().execute((trx) =>
    tellHolder(care.deps, trx, {
      accountId: account.id,
      kind: 'billing',
      text: { subject: 'Your trial is over', mail: 'The whole story', sms: 'In short' },
      key: `news:${account.id}`,
      ...news,
    }),
  )
const told = () => care.told.map(({ channel, text, instead }) => [channel, text, instead?.recipient ?? null])

test('news goes out by mail and by text message, once', async () => {
  await tell()
  await tell()
  expect(told()).toEqual([
    ['email', 'Hello Robyn,\n\nThe whole story\n\nCooee', null],
    ['sms', 'In short', null],
  ])
})

test('what must be told and is wanted by mail alone has its text message ready', async () => {
  await choose({ billing: { email: true, sms: false } })
  await tell()
  expect(told()).toEqual([['email', 'Hello Robyn,\n\nThe whole story\n\nCooee', PHONE]])
})

test('news that has no text message, or a holder without a number, is told by mail', async () => {
  await tell({ text: { subject: 'Soon', mail: 'The trial ends soon', sms: null } })
  await setPhoneNumber(null)
  await tell({ key: 'other' })
  expect(told()).toEqual([
    ['email', 'Hello Robyn,\n\nThe trial ends soon\n\nCooee', null],
    ['email', 'Hello Robyn,\n\nThe whole story\n\nCooee', null],
  ])
})

test('what is switched off is not told', async () => {
  await tell({ kind: 'answeredCalls' })
  expect(told()).toEqual([])
})
