import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/admin/webhooks.ts'
import { httpWebhookSender } from '#server/adapters/webhook-sender/http-webhook-sender.ts'
import { makeAdmin } from '#server/features/accounts/public.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { aRegistration } from './factories.ts'
import { startLiveServer } from './live-server.ts'
import { webhooksFixture } from './webhooks-fixture.ts'

const SECRET = `whsec_${Buffer.from('thirty-two bytes of a secret key').toString('base64')}`

interface Taken {
  id: string
  timestamp: Date
  signature: string
  body: string
}

const receivers: Server[] = []
afterEach(() => {
  for (const receiver of receivers.splice(0)) {
    receiver.closeAllConnections()
    receiver.close()
  }
})

/** A system that listens, and answers with what `answer` says; null: never. */
async function aReceiver(answer: (request: IncomingMessage, body: string) => number | null) {
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    taken.push({
      id: String(request.headers['webhook-id']),
      timestamp: new Date(Number(request.headers['webhook-timestamp']) * 1000),
      signature: String(request.headers['webhook-signature']),
      body,
    })
    const status = answer(request, body)
    if (status === null) return
    response.writeHead(status, status === 302 ? { location: `http://127.0.0.1:${portOf(server)}/elsewhere` } : {}).end()
  })
  receivers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { taken, url: `http://127.0.0.1:${portOf(server)}/hook` }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

test('a receiver built on the reference library verifies every event of a call', async () => {
  const reference = new Webhook(SECRET)
  const verified: { event: string; timestamp: string; data: Record<string, unknown> }[] = []
  const forged: unknown[] = []
  const { url, taken } = await aReceiver((request, body) => {
    try {
      verified.push(reference.verify(body, request.headers as Record<string, string>) as (typeof verified)[number])
      return 204
    } catch (error) {
      forged.push(error)
      return 400
    }
  })
  const live = await startLiveServer({}, {}, { WEBHOOK_ALLOW_PRIVATE: '1' })
  try {
    const { address, db } = live.server
    const asked = (path: string, body: object, token = '') =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const registration = aRegistration()
    const { token } = await (await asked('/api/register', registration)).json()
    await makeAdmin(db, registration.username, new Date())
    const form = { name: 'Receiver', url, events: WEBHOOK_EVENTS, secret: SECRET }
    expect((await asked('/api/admin/webhooks', form, token)).status).toBe(201)

    const whom = await live.aLovedOneAt('+61491570110')
    const callId = await live.aCall(whom, new Date())
    await live.everyCallEnded(20_000)
    const notified = await waitUntil('the end of the call is reported', () => verified.length >= 2 && verified)
    expect(notified.toSorted((a, b) => b.event.localeCompare(a.event))).toMatchObject([
      { event: 'call.scheduled', data: { callId, lovedOneId: whom.lovedOneId, callType: 'daily_check_in' } },
      { event: 'call.completed', data: { callId, lovedOneId: whom.lovedOneId, status: 'completed' } },
    ])

    const test = { url, payload: '{"event":"test.event"}', secret: SECRET }
    expect((await asked('/api/admin/webhooks/test', test, token)).status).toBe(200)
    expect(verified).toHaveLength(3)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(3)
    expect(forged).toEqual([])
  } finally {
    await live.close()
  }
})

describe('a receiver that does not accept a delivery gets ten tries in 75 hours, and every one can be verified', () => {
  const ANSWERS = { 'answers with 500': 500, 'answers with a redirect': 302, 'never answers': null } as const
  test.each(Object.entries(ANSWERS))('one that %s', { timeout: 60_000 }, async (_, status) => {
    const { taken, url } = await aReceiver(() => status)
    const hooks = await webhooksFixture({ webhookSender: httpWebhookSender({ allowPrivate: true, timeLimitMs: 300 }) })
    try {
      const id = await hooks.aWebhook({ url })
      await hooks.db.updateTable('webhooks').set({ secret: SECRET }).where('id', '=', id).execute()
      await hooks.anEvent()
      const beganAt = hooks.clock.now().getTime()
      for (let moved = 0; moved < 100; moved++) {
        await hooks.work()
        const [delivery] = await hooks.deliveries(id)
        if (!delivery?.nextAt) break
        hooks.clock.set(delivery.nextAt)
      }
      const minutes = taken.map(({ timestamp }) => (timestamp.getTime() - beganAt) / 60_000)
      const promised = [0, 5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
      const pauses = minutes.map((minute, index) => minute - (minutes[index - 1] ?? 0))
      for (const [index, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual((promised[index] ?? 0) - 1 / 60)
        expect(pause).toBeLessThanOrEqual((promised[index] ?? 0) * 1.1 + 1 / 60)
      }
      expect(taken).toHaveLength(10)
      expect(new Set(taken.map(({ id, body }) => id + body)).size).toBe(1)
      for (const { id, timestamp, body, signature } of taken) {
        expect(new Webhook(SECRET).sign(id, timestamp, body)).toBe(signature)
      }
      expect(await hooks.deliveries(id)).toMatchObject([{ state: 'given_up', tries: 10 }])
    } finally {
      await hooks.close()
    }
  })
})
