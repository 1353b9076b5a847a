import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

const PATH = '/api/notification-settings'
const chosen = {
  ...DEFAULT_NOTIFICATION_SETTINGS,
  missedCalls: { email: true, sms: false },
  answeredCalls: { email: true, sms: true },
  summary: { frequency: 'weekly', hour: 7 },
}
/** For one release an answer has the name of before as well. */
const answered = <Settings extends { notifyAtFirstTry: boolean }>(settings: Settings) => ({
  ...settings,
  tellAtFirstTry: settings.notifyAtFirstTry,
})

test('the old name tellAtFirstTry is accepted and answered for one release, and of both the one that was changed counts', async () => {
  const jane = await cooee.aRegisteredAccount()
  const { notifyAtFirstTry: _, ...others } = chosen
  const byOldName = await jane.request('PUT', PATH, { ...others, tellAtFirstTry: true })
  expect(byOldName.json()).toMatchObject({ notifyAtFirstTry: true, tellAtFirstTry: true })
  expect((await jane.get(PATH)).json()).toMatchObject({ notifyAtFirstTry: true, tellAtFirstTry: true })
  const byBoth = await jane.request('PUT', PATH, { ...others, notifyAtFirstTry: false, tellAtFirstTry: true })
  expect(byBoth.json()).toMatchObject({ notifyAtFirstTry: false, tellAtFirstTry: false })
  const changedByOldClient = await jane.request('PUT', PATH, {
    ...others,
    notifyAtFirstTry: false,
    tellAtFirstTry: true,
  })
  expect(changedByOldClient.json(), 'it sent both back').toMatchObject({ notifyAtFirstTry: true, tellAtFirstTry: true })
  expect((await jane.request('PUT', PATH, others)).json()).toMatchObject({ notifyAtFirstTry: false })
})

test('an account holder who has chosen nothing has the default notification settings', async () => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.get(PATH)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual(answered(DEFAULT_NOTIFICATION_SETTINGS))
})

test('notification settings are kept, and change no other account', async () => {
  const [jane, june] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
  const saved = await jane.request('PUT', PATH, chosen)
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toEqual(answered(chosen))
  expect((await jane.get(PATH)).json()).toEqual(answered(chosen))
  expect((await june.get(PATH)).json()).toEqual(answered(DEFAULT_NOTIFICATION_SETTINGS))
  await jane.request('PUT', PATH, DEFAULT_NOTIFICATION_SETTINGS)
  expect((await jane.get(PATH)).json()).toEqual(answered(DEFAULT_NOTIFICATION_SETTINGS))
})

test.each([
  ['missedCalls', 'We always email you about missed calls and calls for help'],
  ['lateCalls', 'We always email you about a late call'],
  ['billing', 'We always email you about billing'],
] as const)('the notification %s by email cannot be switched off', async (kind, message) => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.request('PUT', PATH, { ...chosen, [kind]: { email: false, sms: true } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message, errors: [{ path: `${kind}.email`, message }] })
})

test('a member who is not the account holder may switch every notice off, and gets them again as the account holder', async () => {
  const jane = await cooee.aRegisteredAccount()
  const tom = await aMemberOf(cooee, jane, 'carer')
  const off = { email: false, sms: false }
  const none = { ...chosen, missedCalls: off, lateCalls: off, incidents: off, billing: off }
  expect((await tom.request('PUT', PATH, none)).statusCode).toBe(200)
  expect((await tom.get(PATH)).json()).toMatchObject(none)
  expect((await jane.get(PATH)).json().missedCalls).toEqual({ email: true, sms: true })
  const handed = await jane.post(`/api/members/${tom.user.id}/make-owner`, { password: A_PASSWORD })
  expect(handed.statusCode, handed.body).toBe(204)
  const { missedCalls, incidents } = (await tom.get(PATH)).json()
  expect([missedCalls, incidents]).toEqual([{ email: true, sms: false }, off])
})

test.each([
  [{ ...chosen, summary: { frequency: 'hourly', hour: 7 } }, 'Please choose off, daily or weekly'],
  [{ ...chosen, summary: { frequency: 'daily', hour: 24 } }, 'Please choose a whole hour from 0 to 23'],
  [{ ...chosen, summary: { frequency: 'daily', hour: 7.5 } }, 'Please choose a whole hour from 0 to 23'],
  [{ ...chosen, incidents: { email: 'yes', sms: true } }, 'Please say yes or no'],
])('notification settings refuse %j', async (body, message) => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.request('PUT', PATH, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe(message)
})

test('summaries begin when they are switched on, and again when they were off in between', async () => {
  const jane = await cooee.aRegisteredAccount()
  const save = (frequency: 'off' | 'daily' | 'weekly') =>
    jane.request('PUT', PATH, { ...chosen, summary: { frequency, hour: 8 } })
  const since = async () => {
    const rows = await sql<{ since: Date | null }>`
      select summary_since as since from notification_settings where account_id = ${jane.user.circle.id}`.execute(
      cooee.db,
    )
    return rows.rows[0]?.since
  }
  const first = cooee.clock.now()
  await save('daily')
  cooee.clock.advance(3_600_000)
  await save('weekly')
  expect(await since()).toEqual(first)
  await save('off')
  expect(await since()).toBeNull()
  await save('daily')
  expect(await since()).toEqual(cooee.clock.now())
})
