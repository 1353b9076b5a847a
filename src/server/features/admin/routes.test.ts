import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAdmin } from '#server/features/accounts/public.ts'
import { recordHeartbeat } from '#server/features/care/dispatch/dispatcher-heartbeats.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { aRegistration } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let cooee: CallsFixture
let admin: SignedIn
let robyn: SignedIn

beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('auditLog').execute()
  admin = await cooee.anAdmin()
  robyn = await cooee.aRegisteredAccount()
})

async function read(path: string) {
  const answer = await admin.get(`/api/admin/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function subscribe(status: 'active' | 'past_due' | 'ended', monthlyCents: number, fields = {}) {
  const { user } = await cooee.aRegisteredAccount()
  const period = { periodStart: TUESDAY_ELEVEN, periodEnd: new Date(TUESDAY_ELEVEN.getTime() + 30 * DAY) }
  const row = { accountId: user.circle.id, customerId: `cus_${user.id}`, subscriptionId: `sub_${user.id}`, ...period }
  const ended = status === 'ended' ? { endedAt: TUESDAY_ELEVEN } : {}
  const unpaid = status === 'past_due' ? { unpaidSince: TUESDAY_ELEVEN } : {}
  await cooee.db
    .insertInto('subscriptions')
    .values({ ...row, status, monthlyCents, ...ended, ...unpaid, ...fields })
    .execute()
}

async function aCompletedCall(scheduledFor: Date, status: 'completed' | 'missed' = 'completed') {
  const lovedOneId = await cooee.aLovedOne(robyn)
  const call = await cooee.aCall(robyn, { lovedOneId })
  await cooee.endCall(call.id, status)
  await cooee.db.updateTable('calls').set({ scheduledFor }).where('id', '=', call.id).execute()
}

test('the cards count accounts, loved ones, completed calls and what active subscriptions are charged a month', async () => {
  await aCompletedCall(TUESDAY_ELEVEN)
  await aCompletedCall(TUESDAY_ELEVEN, 'missed')
  await subscribe('active', 1999)
  await subscribe('active', 2598, { cancelsAt: new Date(TUESDAY_ELEVEN.getTime() + DAY) })
  await subscribe('past_due', 1999)
  await subscribe('ended', 1999)
  expect(await read('stats')).toEqual({
    usersCount: 6,
    lovedOnesCount: 2,
    completedCallsCount: 1,
    monthlyRevenue: 45.97,
  })
})

test('the admin cards of a server on which nothing has happened are zeros', async () => {
  expect(await read('stats')).toEqual({ usersCount: 2, lovedOnesCount: 0, completedCallsCount: 0, monthlyRevenue: 0 })
  expect(await read('system')).toMatchObject({
    oldestDueCallSeconds: null,
    callsToday: {},
    providerErrors: 0,
    textsNotDelivered: 0,
    webhookFailures: 0,
    webhooksSwitchedOff: 0,
    openIncidents: 0,
  })
})

test('the system report says what runs, what waits, and when a worker last polled', async () => {
  await cooee.aCall(robyn, {
    lovedOneId: await cooee.aLovedOne(robyn),
    scheduledTime: new Date(TUESDAY_ELEVEN.getTime() + HOUR).toISOString(),
  })
  await recordHeartbeat(cooee.db, TUESDAY_ELEVEN)
  await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + HOUR + 90_000))
  expect(await read('system')).toMatchObject({
    version: '0.0.0',
    node: process.versions.node,
    database: expect.stringMatching(/^PostgreSQL \d+/),
    sandbox: { phones: true, cards: true },
    queues: [
      { name: 'place-call', waiting: 0, failed: 0 },
      { name: 'webhook deliveries', waiting: 0, failed: 0 },
    ],
    oldestDueCallSeconds: 90,
    lastHeartbeatSeconds: 3690,
    lastLookSeconds: 3690,
    callsToday: { scheduled: 1 },
  })
})

test('calls are counted by day and status over 30 days of the admin’s zone, and days without calls among them', async () => {
  // In Sydney it is 11 March from 13:00 UTC of the 10th on.
  await aCompletedCall(new Date('2026-03-10T12:59:59.999Z'))
  await aCompletedCall(new Date('2026-03-09T12:59:59.999Z'), 'missed')
  await aCompletedCall(new Date('2026-02-08T13:00:00.000Z'))
  await aCompletedCall(new Date('2026-02-08T12:59:59.999Z'))
  const { zone, callsPerDay, callsToday } = await read('system')
  expect(zone).toBe('Australia/Sydney')
  expect(callsPerDay).toHaveLength(30)
  expect(callsPerDay.at(-1)).toEqual({ day: '2026-03-10', counts: { completed: 1 } })
  expect(callsPerDay.at(-2)).toEqual({ day: '2026-03-09', counts: { missed: 1 } })
  expect(callsPerDay.at(-3)).toEqual({ day: '2026-03-08', counts: {} })
  expect(callsPerDay[0]).toEqual({ day: '2026-02-09', counts: { completed: 1 } })
  expect(callsToday).toEqual({ completed: 1 })
})

test('a call that ended because its account holder had reached the loved one counts as neither missed nor cancelled', async () => {
  await aCompletedCall(TUESDAY_ELEVEN, 'missed')
  await cooee.db.updateTable('calls').set({ cancelledAt: TUESDAY_ELEVEN, resolvedAt: TUESDAY_ELEVEN }).execute()
  await aCompletedCall(TUESDAY_ELEVEN, 'missed')
  expect((await read('system')).callsToday).toEqual({ reached: 1, missed: 1 })
})

test('troubles within the last 24 hours are counted, older ones are not', async () => {
  const lovedOneId = await cooee.aLovedOne(robyn)
  const { id: callId } = await cooee.aCall(robyn, { lovedOneId })
  const anHourAgo = new Date(TUESDAY_ELEVEN.getTime() - HOUR)
  const twoDaysAgo = new Date(TUESDAY_ELEVEN.getTime() - 2 * DAY)
  const { id: webhookId } = await cooee.db
    .insertInto('webhooks')
    .values({
      name: 'Theirs',
      url: 'https://theirs.example',
      events: ['call.missed'],
      switchedOff: 'It has failed for 120 hours.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: deliveryId } = await cooee.db
    .insertInto('webhookDeliveries')
    .values({ webhookId, event: 'call.missed', messageId: 'msg_1', body: '{}', nextAt: anHourAgo })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, at] of [anHourAgo, twoDaysAgo].entries()) {
    const attempt = { callId, phoneNumber: '+61491570156', startedAt: at, dialBy: at }
    await cooee.db
      .insertInto('attempts')
      .values([
        { ...attempt, attemptNumber: 1 + 4 * index, state: 'not_placed' },
        { ...attempt, attemptNumber: 2 + 4 * index, state: 'unknown' },
        { ...attempt, attemptNumber: 3 + 4 * index, state: 'ended', outcome: 'failed' },
        { ...attempt, attemptNumber: 4 + 4 * index, state: 'ended', outcome: 'busy' },
      ])
      .execute()
    const message = { channel: 'sms', recipient: '+61491570156', text: 'Please ring Margaret' } as const
    await cooee.db
      .insertInto('messages')
      .values([
        { ...message, failedAt: at, error: 'no such number' },
        { ...message, sentAt: at, delivery: 'failed' },
        { ...message, sentAt: at, delivery: 'delivered' },
        { ...message, channel: 'email', recipient: 'robyn@example.com', failedAt: at },
      ])
      .execute()
    const test = {
      accountId: admin.user.circle.id,
      phoneNumber: '+61491570156',
      callType: 'daily_check_in',
      startedAt: at,
      endedAt: at,
      state: 'ended',
    } as const
    await cooee.db
      .insertInto('testCalls')
      .values(['rejected', 'failed', 'completed'].map((providerStatus) => ({ ...test, providerStatus })))
      .execute()
    const text = { accountId: admin.user.circle.id, username: 'priya', at }
    await cooee.db
      .insertInto('auditLog')
      .values(['test_text.sent', 'test_text.not_sent'].map((action) => ({ ...text, action })))
      .execute()
    const tried = { deliveryId, triedAt: at, durationMs: 5 }
    await cooee.db
      .insertInto('webhookTries')
      .values([
        { ...tried, status: 500, error: 'It answered 500.' },
        { ...tried, status: 204 },
      ])
      .execute()
  }
  await cooee.db
    .insertInto('incidents')
    .values([
      {
        accountId: robyn.user.circle.id,
        lovedOneId,
        cause: 'help',
        headline: 'Help',
        openedAt: twoDaysAgo,
        nextAt: anHourAgo,
      },
      {
        accountId: robyn.user.circle.id,
        lovedOneId,
        cause: 'help',
        headline: 'Help',
        openedAt: twoDaysAgo,
        status: 'resolved',
        endedAt: anHourAgo,
      },
    ])
    .execute()
  const report = await read('system')
  expect(report.troublesPerDay).toHaveLength(30)
  expect(report.troublesPerDay.slice(-3)).toEqual([
    { day: '2026-03-08', providerErrors: 6, webhookFailures: 1 },
    { day: '2026-03-09', providerErrors: 0, webhookFailures: 0 },
    { day: '2026-03-10', providerErrors: 6, webhookFailures: 1 },
  ])
  expect(report.queues.at(-1)).toEqual({ name: 'webhook deliveries', waiting: 1, failed: 0 })
  expect(report).toMatchObject({
    providerErrors: 6,
    textsNotDelivered: 2,
    webhookFailures: 1,
    webhooksSwitchedOff: 1,
    openIncidents: 1,
    // Its account, and nothing about the loved one.
    incidents: [
      {
        ...{ id: expect.any(Number), username: robyn.user.username, cause: expect.any(String) },
        ...{ status: expect.any(String), openedAt: twoDaysAgo.toISOString() },
      },
    ],
  })
})

test('the audit log is listed newest first and in pages, and contains who was made an admin', async () => {
  const { user } = await cooee.aRegisteredAccount()
  expect(await makeAdmin(cooee.db, user.username.toUpperCase(), TUESDAY_ELEVEN)).toBe(user.username)
  expect(await makeAdmin(cooee.db, 'nobody-at-all', TUESDAY_ELEVEN)).toBeNull()
  for (const baseUrl of ['https://one.example', 'https://two.example']) {
    await admin.post('/api/admin/twilio/update-webhooks', { baseUrl })
  }
  const all = await read('audit')
  expect(all.map(({ action }: { action: string }) => action)).toEqual([
    'number.pointed',
    'number.pointing',
    'number.pointed',
    'number.pointing',
    'admin.made',
  ])
  expect(all[0]).toMatchObject({
    username: admin.user.username,
    detail: expect.stringContaining('https://one.example'),
    address: '127.0.0.1',
    at: TUESDAY_ELEVEN.toISOString(),
  })
  expect(all.at(-1)).toMatchObject({ username: 'operator', detail: `person ${user.id}`, address: null })
  const [first, second, third] = all
  expect(await read('audit?limit=2')).toEqual([first, second])
  expect(await read(`audit?limit=1&before=${second.id}`)).toEqual([third])
  for (const query of ['limit=x', 'before=0', 'before=x']) {
    expect((await admin.get(`/api/admin/audit?${query}`)).statusCode).toBe(400)
  }
})

test('a former admin is refused at the next request', async () => {
  await read('stats')
  await cooee.db.updateTable('people').set({ role: 'account_holder' }).where('id', '=', admin.user.id).execute()
  expect((await admin.get('/api/admin/stats')).statusCode).toBe(403)
})

test('nobody can register as an admin', async () => {
  const answer = await cooee.request('POST', '/api/register', { ...aRegistration(), role: 'admin' })
  expect(answer.json().user.role).not.toBe('admin')
})
