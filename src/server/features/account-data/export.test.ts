import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { anAccountWithEverything, PRIVATE } from '#test/an-account-with-everything.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { exportFileName } from './export-file-name.ts'
import { EXPORTED } from './exported-columns.ts'

/** The values that these columns have around them in the file. */
const NESTED = ['attemptId', 'incidentId', 'alertId']

let cooee: CallsFixture
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())

test('the export holds everything that was stored, and nothing of another account', async () => {
  const philippa = await anAccountWithEverything(cooee)
  const june = await cooee.aRegisteredAccount({ firstName: 'Somebody', lastName: 'Else' })
  await cooee.aLovedOne(june, { name: 'Not Philippas Mother', phoneNumber: '+61491570110' })
  const answer = await philippa.post('/api/account/export')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="cooee-export-philippa-quillfeather-2026-03-10.json"',
  )
  for (const words of PRIVATE) expect(answer.body).toContain(words)
  for (const column of Object.values(EXPORTED).flat()) {
    if (!NESTED.includes(column)) expect(answer.body, `the column ${column}`).toContain(`"${column}":`)
  }
  for (const words of ['Somebody', 'Not Philippas', june.user.email]) expect(answer.body).not.toContain(words)

  const file = answer.json()
  expect(file).toMatchObject({
    format: 'cooee-export',
    version: 1,
    profile: { username: 'Philippa.Quillfeather', phoneNumber: '+61491570999' },
    subscription: { status: 'active' },
    lovedOnes: [{ name: 'Wilhelmina Quillfeather' }],
    contacts: [{ name: 'Bartholomew Ash' }],
    schedules: [{ schedulePatterns: [{ weekDay: 'wednesday', timeOfDay: '10:00' }] }],
    incidents: [{ people: [{ name: 'Bartholomew Ash' }], alerts: [{ call: null }, { call: { outcome: 'ok' } }] }],
    textsReceived: [{ text: 'a text about marmalade' }],
    paidInvoices: [{ amountCents: 1999 }],
  })
  const call = file.calls.find(({ id }: { id: number }) => id === philippa.callId)
  expect(call.attempts).toMatchObject([
    {
      turns: [{ speaker: 'person', text: 'She spoke of her marmalade' }],
      recordings: [{ durationSeconds: 12, download: `/api/calls/${philippa.callId}/recording?download=1` }],
    },
  ])
  expect(file.activity.length).toBeGreaterThan(2)
})

test('the export holds nothing that grants access', async () => {
  const jane = await cooee.aRegisteredAccount()
  const secrets = await cooee.db
    .selectFrom('people')
    .select('passwordHash')
    .where('id', '=', jane.user.id)
    .executeTakeFirstOrThrow()
  await cooee.db
    .insertInto('messages')
    .values({
      ...{ accountId: jane.user.circle.id, channel: 'email', recipient: jane.user.email },
      text: 'http://localhost:3000/reset-password?token=opensesame',
      isSecret: true,
    })
    .execute()
  await cooee.db
    .insertInto('messages')
    .values({
      ...{ accountId: jane.user.circle.id, channel: 'sms', recipient: '+61491570110' },
      text: 'Please look: http://localhost:3000/incident/a1.b2.signature and answer',
    })
    .execute()
  const { body } = await jane.post('/api/account/export')
  for (const secret of [secrets.passwordHash, jane.token, 'opensesame', 'b2.signature'])
    expect(body).not.toContain(secret)
  expect(body).toContain('/incident/(left out) and answer')
})

test('the export of a circle holds the names of its members, and nothing that was written to them', async () => {
  const owner = await cooee.aRegisteredAccount()
  const tom = await aMemberOf(cooee, owner, 'carer', { firstName: 'Tom', lastName: 'Hartley' })
  const { circle } = (await owner.get('/api/me')).json()
  const number = '+61491570155'
  await cooee.db.updateTable('people').set({ phoneNumber: number }).where('id', '=', tom.user.id).execute()
  await tom.post('/api/loved-ones', { name: 'Margaret', phoneNumber: '0491 570 156', relationship: 'parent' })
  const createdAt = cooee.clock.now()
  const about = { accountId: circle.id, subject: 'Your login', text: 'A new browser in Hobart', createdAt }
  for (const message of [
    { ...about, channel: 'email', recipient: tom.user.email },
    { ...about, channel: 'sms', recipient: number },
    { ...about, channel: 'email', recipient: owner.user.email, text: 'To the owner' },
  ] as const) {
    await cooee.db.transaction().execute((trx) => enqueueMessage(cooee.jobs, trx, message))
  }
  const answer = await owner.post('/api/account/export')
  for (const words of [tom.user.email, number, 'Hobart']) expect(answer.body).not.toContain(words)
  expect(answer.body).toContain('To the owner')
  expect(answer.json().messages.length).toBeGreaterThanOrEqual(3)
})

test('the export of an empty account is a file, too', async () => {
  const jane = await cooee.aRegisteredAccount()
  expect((await jane.post('/api/account/export')).json()).toMatchObject({
    subscription: null,
    calls: [],
    lovedOnes: [],
  })
})

test('the export of a long history is complete and in order', async () => {
  const jane = await cooee.aRegisteredAccount()
  await cooee.db
    .insertInto('activity')
    .values(
      Array.from({ length: 450 }, (_, index) => ({
        accountId: jane.user.circle.id,
        activityType: 'call_completed',
        description: `Entry ${index}`,
      })),
    )
    .execute()
  const { activity } = (await jane.post('/api/account/export')).json()
  expect(activity.map(({ description }: { description: string }) => description)).toEqual(
    Array.from({ length: 450 }, (_, index) => `Entry ${index}`),
  )
})

test('the sixth export within an hour is refused', async () => {
  const jane = await cooee.aRegisteredAccount()
  for (let time = 0; time < 5; time++) expect((await jane.post('/api/account/export')).statusCode).toBe(200)
  const refused = await jane.post('/api/account/export')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
})

test.each([
  ['Zoë "x"\r\n.exe', 'cooee-export-zoe-x-exe-2026-03-10.json'],
  ['美咲', 'cooee-export-2026-03-10.json'],
])('the file name of an export of %j breaks out of nothing', (username, name) => {
  const evening = new Date('2026-03-09T20:00:00Z')
  expect(exportFileName({ username, timezone: 'Australia/Sydney' }, evening)).toBe(name)
})
