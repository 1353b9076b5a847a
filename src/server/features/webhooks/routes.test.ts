import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookSchema } from '#contract/admin/webhooks.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { scriptedWebhookSender } from '#test/adapters/scripted-webhook-sender.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { createDeliveryWorker } from './deliver/delivery-worker.ts'

const sender = scriptedWebhookSender()
let cooee: TestApp
let admin: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp({ webhookSender: sender })
})
beforeEach(async () => {
  for (const table of ['webhooks', 'events', 'auditLog', 'quotaUses'] as const) {
    await cooee.db.deleteFrom(table).execute()
  }
  admin = await cooee.anAdmin()
  sender.sent.length = 0
  sender.outcome = () => ({ kind: 'delivered', status: 200, durationMs: 7 })
  sender.refusal = () => null
})
afterAll(() => cooee.close())

const form = (fields: Record<string, unknown> = {}) => ({
  name: 'Ward board',
  url: 'https://receiver.example/hook?key=secret-path',
  events: ['call.completed'],
  ...fields,
})
async function aWebhook(fields: Record<string, unknown> = {}) {
  const answer = await admin.post('/api/admin/webhooks', form(fields))
  expect(answer.statusCode).toBe(201)
  return webhookSchema.parse(answer.json())
}
const stored = (id: number) =>
  cooee.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audited = () =>
  cooee.db.selectFrom('auditLog').select(['username', 'action', 'detail', 'address']).orderBy('id').execute()

describe('saving webhooks', () => {
  test('a webhook that was created is in the list, and its secret stays on the server', async () => {
    const created = await aWebhook({ description: 'Shows calls', secret: 'a plain secret' })
    expect(created).toMatchObject({ name: 'Ward board', active: true, hasSecret: true, description: 'Shows calls' })
    const list = await admin.get('/api/admin/webhooks')
    expect(list.json()).toEqual([created])
    expect(list.body).not.toContain('a plain secret')
  })

  test('a request that is repeated with its key creates one webhook', async () => {
    const headers = { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'key-0123456789abcdef' }
    const answers = [1, 2].map(() => cooee.request('POST', '/api/admin/webhooks', form(), { headers }))
    const ids = (await Promise.all(answers)).map((answer) => answer.json().id)
    expect(new Set(ids).size).toBe(1)
  })

  test('a webhook secret that an edit omits is kept, an empty one is removed', async () => {
    const { id } = await aWebhook({ secret: 'a plain secret' })
    const kept = await admin.post('/api/admin/webhooks', form({ id, name: 'Other' }))
    expect([kept.statusCode, kept.json()]).toMatchObject([200, { id, name: 'Other', hasSecret: true }])
    expect(await stored(id)).toMatchObject({ secret: 'a plain secret' })
    const removed = await admin.post('/api/admin/webhooks', form({ id, secret: '' }))
    expect(removed.json()).toMatchObject({ hasSecret: false })
    expect(await stored(id)).toMatchObject({ secret: null })
  })

  test('switching a webhook on clears why it was switched off', async () => {
    const { id } = await aWebhook()
    const off = { active: false, switchedOff: 'Gone.', failingSince: cooee.clock.now() }
    await cooee.db.updateTable('webhooks').set(off).where('id', '=', id).execute()
    const on = await admin.post('/api/admin/webhooks', form({ id, active: true }))
    expect(on.json()).toMatchObject({ active: true, switchedOff: null, failingSince: null })
  })

  test('a webhook that is switched off stays so while other things are changed', async () => {
    const { id } = await aWebhook({ active: false })
    const off = { switchedOff: 'Gone.', failingSince: cooee.clock.now() }
    await cooee.db.updateTable('webhooks').set(off).where('id', '=', id).execute()
    const renamed = await admin.post('/api/admin/webhooks', form({ id, name: 'Other' }))
    expect(renamed.json()).toMatchObject({ name: 'Other', active: false, switchedOff: 'Gone.' })
    expect(await stored(id)).toMatchObject({ active: false, ...off })
  })

  test('a webhook address that Cooee does not send to is refused, new and changed', async () => {
    const { id } = await aWebhook()
    sender.refusal = () => 'The address leads to a network that Cooee does not send to.'
    for (const body of [form({ url: 'http://10.0.0.1' }), form({ id, url: 'http://10.0.0.1' })]) {
      const answer = await admin.post('/api/admin/webhooks', body)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toEqual([
        { path: 'url', message: 'The address leads to a network that Cooee does not send to.' },
      ])
    }
    expect(await stored(id)).toMatchObject({ url: form().url })
  })

  test.each([
    [{ name: 'x' }, 'name', 'Name must be at least 2 characters'],
    [{ url: 'not a url' }, 'url', 'Please enter a valid URL'],
    [{ url: 'ftp://receiver.example' }, 'url', 'Please enter a valid URL'],
    [{ events: [] }, 'events', 'Please select at least one event'],
    [{ secret: 'whsec_not base64' }, 'secret', 'After whsec_ a secret must be base64'],
    [{ secret: 'whsec_' }, 'secret', 'After whsec_ a secret must be base64'],
    [
      { secret: `whsec_${Buffer.alloc(23).toString('base64')}` },
      'secret',
      'After whsec_ a secret must be at least 24 bytes in base64, which are 32 characters',
    ],
    [{ secret: 5 }, 'secret', 'Must be a text'],
    [{ secret: 'hush\0' }, 'secret', 'Must not hold control characters'],
    [{ url: 'https://receiver.example/\0' }, 'url', 'Please enter a valid URL'],
    [{ url: 5 }, 'url', 'Please enter a valid URL'],
    [{ id: 0 }, 'id', 'Must be positive'],
    [{ id: '1' }, 'id', 'Must be a number'],
    [{ id: 1.5 }, 'id', 'Must be a whole number'],
    [{ description: 5 }, 'description', 'Must be a text'],
  ])('a webhook with %o is a 400 that names the field', async (fields, path, message) => {
    const answer = await admin.post('/api/admin/webhooks', form(fields))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toContainEqual({ path, message })
  })

  test.each([[[]], ['x'], [7]])('the webhook secret %j is a 400 that says what it must be', async (body) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    for (const path of ['webhooks', 'webhooks/test', 'test-call', 'test-sms', 'twilio/update-webhooks']) {
      const answer = await cooee.request('POST', `/api/admin/${path}`, JSON.stringify(body), { headers })
      expect([answer.statusCode, answer.json().message], path).toEqual([400, 'The request must be a JSON object'])
    }
  })

  test('a webhook key of 24 bytes is valid, and spaces are no secret', async () => {
    const ofKey = await aWebhook({ secret: `whsec_${Buffer.alloc(24).toString('base64')}` })
    const ofSpaces = await aWebhook({ secret: '   ' })
    expect([ofKey.hasSecret, ofSpaces.hasSecret]).toEqual([true, false])
  })

  test('a webhook that does not exist cannot be changed, deleted, read or sent again', async () => {
    const answers = [
      await admin.post('/api/admin/webhooks', form({ id: 999_999 })),
      await admin.delete('/api/admin/webhooks/999999'),
      await admin.get('/api/admin/webhooks/999999/deliveries'),
      await admin.post('/api/admin/webhooks/999999/deliveries/1/send-again'),
      await admin.post('/api/admin/webhooks/test', { url: form().url, payload: '{}', webhookId: 999_999 }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  })

  test('a webhook that was deleted is gone', async () => {
    const { id } = await aWebhook()
    expect((await admin.delete(`/api/admin/webhooks/${id}`)).statusCode).toBe(204)
    expect((await admin.get('/api/admin/webhooks')).json()).toEqual([])
  })
})

describe('test webhooks', () => {
  const body = (fields: Record<string, unknown> = {}) => ({
    url: 'https://receiver.example/test',
    payload: '{ "event": "test.event" }',
    ...fields,
  })

  test('a test webhook sends the payload as it was typed and says how long the answer took', async () => {
    const answer = await admin.post('/api/admin/webhooks/test', body())
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 200, durationMs: 7 }])
    expect(sender.sent).toMatchObject([{ url: body().url, body: body().payload, secret: null }])
  })

  test('a test webhook is signed with the given secret, or with the stored one of the row it was opened from', async () => {
    const { id } = await aWebhook({ secret: 'stored' })
    await admin.post('/api/admin/webhooks/test', body({ webhookId: id }))
    await admin.post('/api/admin/webhooks/test', body({ webhookId: id, secret: '' }))
    await admin.post('/api/admin/webhooks/test', body({ webhookId: id, secret: 'given' }))
    await admin.post('/api/admin/webhooks/test', body({ secret: 'given' }))
    expect(sender.sent.map(({ secret }) => secret)).toEqual(['stored', 'stored', 'given', 'given'])
  })

  test.each([
    [{ kind: 'turned_down', status: 500, durationMs: 1 } as const, 'The receiver answered with status 500.'],
    [{ kind: 'failed', reason: 'timeout', durationMs: 1 } as const, 'The receiver did not answer within 15 seconds.'],
    [{ kind: 'failed', reason: 'connection', durationMs: 1 } as const, /hung up/],
    [{ kind: 'failed', reason: 'no_such_host', durationMs: 1 } as const, /cannot be found/],
  ])('a test webhook that fails is a 502 that says what happened: %o', async (outcome, message) => {
    sender.outcome = () => outcome
    const answer = await admin.post('/api/admin/webhooks/test', body())
    expect(answer.statusCode).toBe(502)
    expect(answer.json().message).toMatch(message)
  })

  test('a test webhook needs a payload that is JSON and an address that Cooee sends to', async () => {
    const noJson = await admin.post('/api/admin/webhooks/test', body({ payload: '{ event' }))
    expect([noJson.statusCode, noJson.json().errors[0].path]).toEqual([400, 'payload'])
    const short = await admin.post('/api/admin/webhooks/test', body({ payload: '1' }))
    expect([short.statusCode, short.json().message]).toEqual([400, 'Payload is required'])
    sender.refusal = () => 'No.'
    const refused = await admin.post('/api/admin/webhooks/test', body())
    expect([refused.statusCode, refused.json().errors]).toEqual([400, [{ path: 'url', message: 'No.' }]])
    expect(sender.sent).toEqual([])
  })

  test('a test webhook can be sent 30 times in ten minutes', async () => {
    for (let sent = 0; sent < 30; sent++) {
      expect((await admin.post('/api/admin/webhooks/test', body())).statusCode).toBe(200)
    }
    const answer = await admin.post('/api/admin/webhooks/test', body())
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600'])
  })
})

describe('delivery logs', () => {
  async function deliveries(webhookId: number, count: number): Promise<void> {
    await cooee.db.transaction().execute(async (trx) => {
      for (let callId = 1; callId <= count; callId++) {
        await recordEvent(trx, { event: 'call.completed', accountId: null, data: { callId } })
      }
    })
    await work()
    expect(
      await cooee.db.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', webhookId).execute(),
    ).toHaveLength(count)
  }
  async function work(): Promise<void> {
    const { db, clock, jobs, sealing } = cooee
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    const worker = createDeliveryWorker({ db, clock, jobs, log, sealing, publicUrl: '', webhookSender: sender })
    await worker.poll()
    await worker.idle()
  }

  test('the delivery log shows what was sent, when, the result and the next try, newest first, page by page', async () => {
    const { id } = await aWebhook()
    sender.outcome = () => ({ kind: 'turned_down', status: 503, durationMs: 12 })
    await deliveries(id, 5)
    const page = (await admin.get(`/api/admin/webhooks/${id}/deliveries?limit=2`)).json()
    const next = (await admin.get(`/api/admin/webhooks/${id}/deliveries?limit=4&before=${page[1].id}`)).json()
    const callIds = [...page, ...next].map(({ body }) => JSON.parse(body).data.callId)
    expect(callIds.toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(page[0].id).toBeGreaterThan(page[1].id)
    const now = cooee.clock.now()
    expect(page[0]).toMatchObject({
      event: 'call.completed',
      state: 'queued',
      reason: null,
      tries: [
        {
          at: now.toISOString(),
          byHand: false,
          status: 503,
          error: 'The receiver answered with status 503.',
          durationMs: 12,
        },
      ],
    })
    expect(Date.parse(page[0].nextTryAt)).toBeGreaterThan(now.getTime())
  })

  test('a delivery can be sent again by an admin who confirms it', async () => {
    const { id } = await aWebhook()
    await deliveries(id, 1)
    const [{ id: deliveryId, messageId }] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).json()
    const answer = await admin.post(`/api/admin/webhooks/${id}/deliveries/${deliveryId}/send-again`)
    expect(answer.statusCode).toBe(202)
    await work()
    expect(sender.sent.map((sent) => sent.messageId)).toEqual([messageId, messageId])
    const [delivery] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).json()
    expect(delivery).toMatchObject({
      state: 'delivered',
      nextTryAt: null,
      tries: [{ byHand: true }, { byHand: false }],
    })
  })

  test('a delivery of another webhook is not found', async () => {
    const { id } = await aWebhook()
    await deliveries(id, 1)
    const other = await aWebhook()
    const [delivery] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).json()
    const answer = await admin.post(`/api/admin/webhooks/${other.id}/deliveries/${delivery.id}/send-again`)
    expect(answer.statusCode).toBe(404)
  })
})

test('every write and every read of webhooks is in the audit log, without secrets', async () => {
  const { id } = await aWebhook({ secret: 'a plain secret' })
  await admin.post('/api/admin/webhooks', form({ id, name: 'Other' }))
  await admin.post('/api/admin/webhooks/test', { url: form().url, payload: '{}' })
  await admin.get(`/api/admin/webhooks/${id}/deliveries`)
  await admin.get(`/api/admin/webhooks/${id}/deliveries`)
  await admin.delete(`/api/admin/webhooks/${id}`)
  const log = await audited()
  expect(log.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.tested',
    'webhook.deliveries_seen',
    'webhook.deleted',
  ])
  expect(log[0]).toMatchObject({
    username: admin.user.username,
    detail: `Webhook ${id}, "Ward board" at https://receiver.example for call.completed`,
    address: '127.0.0.1',
  })
  expect(JSON.stringify(log)).not.toMatch(/secret/)
})

test('the audit log says what was changed of a webhook, and which events it receives from then on', async () => {
  const { id } = await aWebhook({ secret: 'a plain one' })
  const change = async (fields: Record<string, unknown>) => {
    await admin.post('/api/admin/webhooks', form({ id, ...fields }))
    return (await audited()).at(-1)?.detail
  }
  const told = `Webhook ${id}, "Ward board" at https://receiver.example for`
  expect(await change({})).toBe(`${told} call.completed; changed: nothing`)
  expect(await change({ events: ['call.completed', 'sms.received'], secret: '' })).toBe(
    `${told} call.completed, sms.received; changed: events, secret`,
  )
  expect(await change({ url: 'https://receiver.example/else', active: false })).toBe(
    `${told} call.completed; changed: url, events, active`,
  )
})
