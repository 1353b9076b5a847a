import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne, aRegistration } from '#test/factories.ts'
import { measureUse } from '../system/measure-use.ts'
import { warnOfUse } from '../system/warn-of-use.ts'
import { listAccounts } from './account-use.ts'

const SPEND = {
  dailyCents: 1000,
  prices: { careCall: 10, alertCall: 20, minute: 0, text: 8, inboundText: 0 },
  isBillingOn: true,
}
const LIMITS = { ...NO_LIMITS, spend: SPEND }
const NUMBER = '+61491570156'
let cooee: TestApp
let admin: SignedIn
let robyn: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp({ limits: LIMITS, callsPerSecond: 1, contactEmail: 'help@cooee.example' })
})
afterAll(() => cooee.close())
beforeEach(async () => {
  for (const table of ['accounts', 'auditLog', 'numberDials', 'phoneRefusals', 'messages', 'inboundTexts'] as const) {
    await cooee.db.deleteFrom(table).execute()
  }
  cooee.clock.set(new Date('2026-03-10T12:00:00Z'))
  admin = await cooee.anAdmin()
  robyn = await cooee.aRegisteredAccount({ firstName: 'Zelda', lastName: 'Quill' })
})

async function dials(account: SignedIn, count: number, at = cooee.clock.now(), purpose: 'care' | 'alert' = 'care') {
  await cooee.db
    .insertInto('numberDials')
    .values(
      Array.from({ length: count }, () => ({
        phoneHash: 'x',
        dialledAt: at,
        purpose,
        accountId: account.user.circle.id,
      })),
    )
    .execute()
}
const ALL = { search: '', sort: 'spendToday', order: 'desc', page: 1 } as const
const list = async (query = '') => (await admin.get(`/api/admin/accounts${query}`)).json()
const actions = async () =>
  (await cooee.db.selectFrom('auditLog').select(['action', 'username']).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const warn = () =>
  warnOfUse({
    ...cooee,
    log: cooee.app.log as never,
    callsPerSecond: 1,
    ownNumbers: ['+61491570100'],
    limits: LIMITS,
    publicUrl: 'http://cooee',
  })
const subjects = async () =>
  (await cooee.db.selectFrom('messages').select('subject').where('accountId', '=', admin.user.circle.id).execute()).map(
    ({ subject }) => subject,
  )

test('the list counts calls, texts and spend of today and of the month in the admin’s zone, the greatest spend first', async () => {
  await admin.patch('/api/profile', { timezone: 'UTC' })
  await dials(robyn, 2)
  await dials(robyn, 1, new Date('2026-03-09T23:59:59Z'))
  await dials(robyn, 1, new Date('2026-02-28T23:59:59Z'))
  await dials(robyn, 1, cooee.clock.now(), 'alert')
  await cooee.db
    .insertInto('messages')
    .values({
      ...{ accountId: robyn.user.circle.id, channel: 'sms', recipient: NUMBER, text: 'Hello' },
      sentAt: cooee.clock.now(),
    })
    .execute()
  const answer = await list()
  expect(answer).toMatchObject({ total: 2, spend: { todayCents: 48, limitCents: 1000, stage: 'none' } })
  expect(answer.accounts[0]).toMatchObject({
    id: robyn.user.circle.id,
    isPaying: false,
    suspendedAt: null,
    today: { calls: 3, texts: 1, spendCents: 48 },
    month: { calls: 4, texts: 1, spendCents: 58 },
    isOverLineShare: false,
  })
  // Midnight in Brisbane was at 14:00 UTC.
  await admin.patch('/api/profile', { timezone: 'Australia/Brisbane' })
  expect((await list()).accounts[0]).toMatchObject({ today: { calls: 4 }, month: { calls: 5 } })
  expect((await list('?search=zel%25')).total).toBe(0)
  expect((await list('?search=A%20QU&sort=name&order=asc')).accounts).toHaveLength(1)
  expect(await list('?page=9')).toMatchObject({ accounts: [], total: 2 })
})

test('the spend counts the minutes of calls, the parts of texts, inbound texts and their replies, and tests by admins', async () => {
  const at = cooee.clock.now()
  await dials(robyn, 2)
  await cooee.db.updateTable('numberDials').set({ durationSeconds: 121 }).execute()
  await cooee.db
    .insertInto('numberDials')
    .values({ phoneHash: 'x', dialledAt: at, purpose: 'test', accountId: admin.user.circle.id })
    .execute()
  await cooee.db
    .insertInto('messages')
    .values({
      ...{ accountId: robyn.user.circle.id, channel: 'sms', recipient: NUMBER, text: 'x', segments: 3, sentAt: at },
    })
    .execute()
  for (const [providerMessageId, reply] of [
    ['SM1', null],
    ['SM2', 'Thanks'],
  ] as const) {
    const text = {
      providerMessageId,
      accountId: robyn.user.circle.id,
      phoneNumber: NUMBER,
      text: 'OK',
      reply,
      receivedAt: at,
    }
    await cooee.db.insertInto('inboundTexts').values(text).execute()
  }
  const spend = { ...SPEND, prices: { ...SPEND.prices, minute: 5, inboundText: 2 } }
  const answer = await listAccounts(
    { ...cooee, callsPerSecond: 1, ownNumbers: ['+61491570100'], limits: { spend } },
    ALL,
    'UTC',
  )
  const robynCents = 2 * (10 + 2 * 5) + 3 * 8 + 2 * 2 + 8
  const [first, second] = answer.accounts
  expect([first?.id, first?.today.spendCents, first?.month.spendCents]).toEqual([
    robyn.user.circle.id,
    robynCents,
    robynCents,
  ])
  expect([second?.id, second?.today]).toEqual([admin.user.circle.id, { calls: 1, texts: 0, spendCents: 10 }])
  expect(answer.spend.todayCents).toBe(robynCents + 10)
})

test('an account that is suspended cannot be used or signed in to, shows why only after the right password, and works again when it is released', async () => {
  const typed = aRegistration()
  const tom = await cooee.aRegisteredAccount(typed)
  const path = `/api/admin/accounts/${tom.user.circle.id}`
  for (const _ of [1, 2]) expect((await admin.post(`${path}/suspend`)).statusCode).toBe(200)
  expect((await tom.get('/api/me')).statusCode).toBe(401)
  const signIn = (password: unknown) =>
    cooee.request('POST', '/api/login', { username: typed.username, password }, { remoteAddress: '198.18.99.1' })
  expect((await signIn('not the password')).statusCode).toBe(401)
  const refused = await signIn(typed.password)
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toMatch(/suspended this account.*help@cooee.example/)
  expect((await list('?sort=createdAt')).accounts[0].suspendedAt).not.toBeNull()
  for (const _ of [1, 2]) expect((await admin.post(`${path}/release`)).statusCode).toBe(200)
  expect((await tom.get('/api/me')).statusCode).toBe(401)
  expect((await signIn(typed.password)).statusCode).toBe(200)
  expect(await actions()).toEqual(['account.suspended', 'account.released'])
})

test('an admin cannot suspend themself, and of two who suspend each other at once one stays', async () => {
  expect((await admin.post(`/api/admin/accounts/${admin.user.circle.id}/suspend`)).statusCode).toBe(409)
  const other = await cooee.anAdmin()
  const answers = await Promise.all([
    admin.post(`/api/admin/accounts/${other.user.circle.id}/suspend`),
    other.post(`/api/admin/accounts/${admin.user.circle.id}/suspend`),
  ])
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  const left = await cooee.db
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select('id')
    .where('owners.role', '=', 'admin')
    .where('suspendedByAdminAt', 'is', null)
    .execute()
  expect(left).toHaveLength(1)
})

test('actions of admins on accounts and numbers are closed to everybody else, and unknown ids are not found', async () => {
  const routes = [
    ['GET', '/api/admin/accounts'],
    ['POST', `/api/admin/accounts/${admin.user.circle.id}/suspend`],
    ['POST', `/api/admin/accounts/${admin.user.circle.id}/release`],
    ['GET', '/api/admin/refused-numbers'],
    ['POST', '/api/admin/refused-numbers'],
    ['DELETE', '/api/admin/refused-numbers/1'],
  ] as const
  for (const [method, path] of routes) expect((await robyn.request(method, path)).statusCode).toBe(403)
  expect((await admin.post('/api/admin/accounts/999999/suspend')).statusCode).toBe(404)
  expect((await admin.delete('/api/admin/refused-numbers/999999')).statusCode).toBe(404)
})

test('a number that an admin refuses cannot be added to a loved one, a contact or a profile, until it is allowed again', async () => {
  const lovedOne = (await robyn.post('/api/loved-ones', aLovedOne({ phoneNumber: '+61491570110' }))).json()
  const body = { phoneNumber: '0491 570 156', reason: 'Police report' }
  for (const _ of [1, 2]) expect((await admin.post('/api/admin/refused-numbers', body)).statusCode).toBe(200)
  const contact = { lovedOneId: lovedOne.id, name: 'Susan', phoneNumber: NUMBER, contactType: 'family' }
  const refused = [
    await robyn.post('/api/loved-ones', aLovedOne({ phoneNumber: NUMBER })),
    await robyn.patch(`/api/loved-ones/${lovedOne.id}`, { emergencyContactPhone: NUMBER }),
    await robyn.post('/api/contacts', { ...contact, isEmergencyContact: true }),
    await robyn.patch('/api/profile', { phoneNumber: NUMBER }),
  ]
  for (const answer of refused) {
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.body).toContain("We don't ring or text this number")
    expect(answer.body).not.toContain('Police')
  }
  const [entry, ...more] = (await admin.get('/api/admin/refused-numbers')).json()
  expect(more).toEqual([])
  expect(entry).toMatchObject({ phoneNumber: NUMBER, reason: 'Police report', addedBy: admin.user.username })
  expect((await admin.delete(`/api/admin/refused-numbers/${entry.id}`)).statusCode).toBe(204)
  expect((await robyn.patch('/api/profile', { phoneNumber: NUMBER })).statusCode).toBe(200)
  expect(await actions()).toEqual(['number.refused', 'number.allowed'])
})

test('admins are mailed once a day at 50, 80 and 100 percent of the daily spending limit', async () => {
  for (const more of [49, 1, 30, 20]) {
    await dials(robyn, more, new Date('2026-03-10T08:00:00Z'))
    await warn()
    await warn()
  }
  expect(await subjects()).toEqual([50, 80, 100].map((mark) => `Calls and texts have cost ${mark} % of today's limit`))
  expect((await list()).spend).toMatchObject({ todayCents: 1000, stage: 'trials' })
  cooee.clock.set(new Date('2026-03-11T00:00:01Z'))
  await warn()
  expect(await subjects()).toHaveLength(3)
})

test('admins are mailed once a day when one account takes more than a tenth of the phone line', async () => {
  await dials(robyn, 90)
  await warn()
  expect(await subjects()).not.toContain('One account takes more than a tenth of the phone line')
  await dials(robyn, 1, new Date(cooee.clock.now().getTime() - 60_000))
  await warn()
  await warn()
  expect(await subjects()).toContain('One account takes more than a tenth of the phone line')
  expect((await list()).accounts[0]).toMatchObject({ id: robyn.user.circle.id, isOverLineShare: true })
})

test('the metrics contain the day’s spending, its limit and the greatest share of the line, and name no account', async () => {
  await dials(robyn, 90)
  const metrics = new Registry()
  measureUse(metrics, { ...cooee, callsPerSecond: 1, ownNumbers: ['+61491570100'], limits: LIMITS })
  const said = await metrics.metrics()
  expect(said).toContain('cooee_spend_today_cents 900\n')
  expect(said).toContain('cooee_spend_limit_cents 1000\n')
  expect(said).toContain('cooee_account_line_share_ratio 0.1\n')
  expect(said).not.toContain(robyn.user.username)
})
