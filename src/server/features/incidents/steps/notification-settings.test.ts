import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { noteFallback } from './note-fallback.ts'

let on: IncidentFixture

beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.care.db.updateTable('people').set({ phoneNumber: HOLDER, verifiedPhone: HOLDER }).execute()
})

const HOLDER = '+61491570150'
const SUSAN = '+61491570157'
const choose = (choices: Partial<NotificationSettings>) =>
  saveNotificationSettings(
    on.care.db,
    { accountId: on.account.id, personId: on.account.personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, ...choices },
    on.care.clock.now(),
  )
const holderAlerts = async () => (await on.alerted()).filter((notified) => notified.startsWith('Robyn'))

test('an account holder who wants no text messages of missed calls gets an e-mail alone, with a text ready as the fallback', async () => {
  await choose({ missedCalls: { email: true, sms: false } })
  await on.contact('Susan Hartley', SUSAN)
  await on.open()
  expect(await holderAlerts()).toEqual(['Robyn Hartley email alert 1'])
  const [mail] = on.care.notified
  expect(mail?.fallback?.recipient).toBe(HOLDER)
  expect(mail?.fallback?.text).toMatch(/^Cooee: Margaret Hartley didn't answer the 9:00 AM call\./)
  await on.passRingingOut(10)
  expect(await holderAlerts()).toEqual([
    'Robyn Hartley email alert 1',
    'Robyn Hartley call alert 1',
    'Robyn Hartley email unresolved 1',
  ])
})

test('an account holder who wants no texts and has no contacts is still reached every round by e-mail and by phone', async () => {
  await choose({ missedCalls: { email: true, sms: false } })
  await on.open()
  await on.passRingingOut(70)
  const each = (round: number) => ['email', 'call'].map((channel) => `Robyn Hartley ${channel} alert ${round}`)
  expect(await on.alerted()).toEqual([...each(1), 'Robyn Hartley email unresolved 1', ...each(2), ...each(3)])
})

test.each([
  [{ email: true, sms: true }, ['email owned', 'sms owned']],
  [{ email: true, sms: false }, ['email owned']],
  [{ email: false, sms: true }, ['sms owned']],
  [{ email: false, sms: false }, []],
])('an account holder is notified of the progress of an incident as chosen: %j', async (incidents, notified) => {
  await choose({ incidents })
  await on.contact('Susan Hartley', SUSAN)
  await on.open()
  await on.care.escalate()
  await on.answer('Susan Hartley', { kind: 'calling' })
  const further = (await holderAlerts()).filter((news) => !news.includes(' alert '))
  expect(further).toEqual(notified.map((news) => `Robyn Hartley ${news} 1`))
})

test('an account holder whose number nobody verified is notified of the progress by e-mail too', async () => {
  await on.care.db.updateTable('people').set({ verifiedPhone: null }).execute()
  await choose({ incidents: { email: false, sms: true } })
  await on.contact('Susan Hartley', SUSAN)
  await on.open()
  await on.care.escalate()
  await on.answer('Susan Hartley', { kind: 'calling' })
  const further = (await holderAlerts()).filter((news) => !news.includes(' alert '))
  expect(further).toEqual(['Robyn Hartley email owned 1', 'Robyn Hartley sms owned 1'])
})

test('a contact with the number of the account holder is notified although the account holder wants no text messages', async () => {
  await choose({ incidents: { email: false, sms: false } })
  await on.contact('Robyn herself', HOLDER)
  await on.contact('Susan Hartley', SUSAN)
  await on.open()
  await on.care.escalate()
  await on.pass(2)
  await on.pass(4)
  await on.answer('Susan Hartley', { kind: 'calling' })
  expect(await on.alerted()).toContain('Robyn herself sms owned 1')
})

describe('fallback texts', () => {
  test('a text message sent as the fallback of a mail is an alert of its own, so that it is shown', async () => {
    await choose({ missedCalls: { email: true, sms: false } })
    await on.open()
    const { db, clock } = on.care
    const [mailId, textId] = await Promise.all(
      ['email', 'sms'].map(async (channel) => {
        const message = { accountId: on.account.id, channel: channel as 'email' | 'sms', recipient: HOLDER, text: 'x' }
        return (await db.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()).id
      }),
    )
    if (mailId === undefined || textId === undefined) throw new Error('Nothing was written')
    await db.updateTable('alerts').set({ messageId: mailId }).where('purpose', '=', 'alert').execute()
    await db.transaction().execute((trx) => noteFallback({ clock }, trx, { mailId, textId }))
    expect(await on.alerted()).toEqual(['Robyn Hartley email alert 1', 'Robyn Hartley sms alert 1'])
  })
})
