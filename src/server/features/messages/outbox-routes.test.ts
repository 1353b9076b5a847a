import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { enqueueMessage } from './enqueue-message.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

const outbox = (options = {}) => cooee.local('GET', '/api/sandbox/outbox', undefined, options)

test('the outbox shows mails and texts, the newest first', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour))
  await cooee.db.transaction().execute(async (trx) => {
    const mail = { channel: 'email', recipient: 'jane@example.com', subject: 'News', text: 'All is well' } as const
    await enqueueMessage(cooee.jobs, trx, { ...mail, createdAt: at(1) })
    await enqueueMessage(cooee.jobs, trx, { channel: 'sms', recipient: '+61491570156', text: 'Call', createdAt: at(2) })
  })
  expect((await outbox()).json()).toEqual([
    {
      channel: 'sms',
      to: '+61491570156',
      subject: null,
      text: 'Call',
      at: '2026-03-10T02:00:00.000Z',
      delivery: null,
      reason: null,
    },
    {
      channel: 'email',
      to: 'jane@example.com',
      subject: 'News',
      text: 'All is well',
      at: '2026-03-10T01:00:00.000Z',
      delivery: null,
      reason: null,
    },
  ])
})

test.each([
  ['another machine', { remoteAddress: '203.0.113.9' }],
  ['behind a proxy', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['behind a proxy that leaves no address', { headers: { 'x-forwarded-proto': 'https' } }],
  ['behind a proxy with a header of its own', { headers: { 'x-real-ip': '203.0.113.9' } }],
  ['behind a proxy that only names itself', { headers: { via: '1.1 proxy' } }],
  ['a page that gave this machine a name of its own', { headers: { host: 'evil.example' } }],
  ['such a page, claiming a proxy', { headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } }],
  ['a host that only begins like this machine', { headers: { host: 'localhost:3000@evil.example' } }],
])('the outbox cannot be read from %s', async (_where, options) => {
  expect((await outbox(options)).statusCode).toBe(403)
})

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('the outbox is read as %s', async (host) => {
  expect((await outbox({ headers: { host } })).statusCode).toBe(200)
})

test('the outbox does not exist where Cooee has a public name: a proxy may pass requests on without a trace', async () => {
  const known = await buildTestApp({ publicUrl: 'https://cooee.example.com.au' })
  expect((await known.local('GET', '/api/sandbox/outbox')).statusCode).toBe(404)
  await known.close()
})

test('the outbox does not exist with the real providers', async () => {
  const real = await buildTestApp({ isSandbox: false })
  expect((await real.local('GET', '/api/sandbox/outbox')).statusCode).toBe(404)
  await real.close()
})
