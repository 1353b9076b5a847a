import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PushService, startPushService } from '#simulators/push/push-service.ts'
import { httpPushSender } from './http-push-sender.ts'
import { encryptPush } from './push-encryption.ts'
import type { OutgoingPush, PushSender } from './push-sender.ts'
import { vapidFrom } from './vapid.ts'

const clock = { now: () => new Date() }
const vapid = vapidFrom(Buffer.alloc(32, 7), 'mailto:care@example.com')

let service: PushService
let sender: PushSender
beforeAll(async () => {
  service = await startPushService()
  sender = httpPushSender({ vapid, clock, allowPrivate: true })
})
beforeEach(() => {
  service.received.length = 0
  service.answerWith(201)
})
afterAll(() => service.close())

function aPush(fields: Partial<OutgoingPush> = {}): OutgoingPush {
  const { endpoint, keys } = service.subscribe(sender.publicKey)
  return {
    ...{ to: { endpoint, ...keys }, payload: '{"title":"Grüße ☎"}', ttlSeconds: 3600 },
    ...{ urgency: 'high' as const, topic: 'incident-7' },
    ...fields,
  }
}

describe('a push', () => {
  test('it is signed for the service and encrypted for the browser', async () => {
    expect(await sender.send(aPush())).toEqual({ kind: 'accepted' })
    expect(service.received).toMatchObject([
      {
        ...{ status: 201, ttl: '3600', urgency: 'high', topic: 'incident-7', payload: '{"title":"Grüße ☎"}' },
        claims: { aud: service.url, sub: 'mailto:care@example.com' },
      },
    ])
  })

  test('the same secret makes the same key, which browsers subscribe with', () => {
    expect(sender.publicKey).toHaveLength(87)
    expect(vapidFrom(Buffer.alloc(32, 7), 'mailto:other@example.com').publicKey).toBe(sender.publicKey)
    expect(vapidFrom(Buffer.alloc(32, 8), 'mailto:care@example.com').publicKey).not.toBe(sender.publicKey)
    expect(vapidFrom(Buffer.alloc(32, 0), 'mailto:care@example.com').publicKey).toHaveLength(87)
  })

  test('one that was signed with another key is refused, and not tried again', async () => {
    const { endpoint, keys } = service.subscribe(vapidFrom(Buffer.alloc(32, 9), 'mailto:x@example.com').publicKey)
    expect(await sender.send(aPush({ to: { endpoint, ...keys } }))).toMatchObject({ kind: 'rejected' })
  })

  test.each([
    [200, 'accepted'],
    [404, 'gone'],
    [410, 'gone'],
    [413, 'rejected'],
    [400, 'rejected'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('the answer %i means %s', async (status, kind) => {
    service.answerWith(status)
    expect(await sender.send(aPush())).toMatchObject({ kind })
  })

  test('how long the service wants to be left alone is passed on', async () => {
    service.answerWith(429)
    expect(await sender.send(aPush())).toMatchObject({ retryAfterSeconds: 30 })
  })

  test('a service that cannot be reached is tried again', async () => {
    const { to } = aPush()
    const away = aPush({ to: { ...to, endpoint: 'http://127.0.0.1:1/push' } })
    expect(await sender.send(away)).toMatchObject({ kind: 'unreachable' })
  })

  test('keys that are none end the subscription', async () => {
    const push = aPush()
    const to = { ...push.to, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    expect(await sender.send({ ...push, to })).toMatchObject({ kind: 'gone' })
    expect(() => encryptPush(push.to, 'x'.repeat(5000))).toThrow('too large')
  })
})

describe('where nothing is sent', () => {
  const strict = httpPushSender({ vapid, clock, allowPrivate: false, findAddresses: async () => ['10.0.0.1'] })

  test.each([
    'http://updates.push.example/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://169.254.169.254/latest',
    'https://leads-inside.example/1',
  ])('%s', async (endpoint) => {
    expect(await strict.refusalOf(endpoint)).not.toBeNull()
    const push = aPush()
    expect(await strict.send({ ...push, to: { ...push.to, endpoint } })).toMatchObject({ kind: 'gone' })
    expect(service.received).toEqual([])
  })
})
