import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SendOutcome } from '#server/adapters/webhook-sender/webhook-sender.ts'
import { deleteOldEvents } from '#server/features/events/public.ts'
import { aNumber } from '#test/factories.ts'
import { insertAccount } from '#test/insert-account.ts'
import { type WebhooksFixture, webhooksFixture } from '#test/webhooks-fixture.ts'
import { sendAgain } from '../delivery-log.ts'
import { deleteWebhook, updateWebhook } from '../save-webhook.ts'
import { CLAIM_MS, claimDeliveries } from './claim-deliveries.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { fanOutEvents } from './fan-out-events.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let hooks: WebhooksFixture
beforeAll(async () => {
  hooks = await webhooksFixture()
})
beforeEach(async () => {
  hooks.clock.set(new Date('2026-03-10T00:00:00.000Z'))
  hooks.sender.sent.length = 0
  hooks.sender.outcome = () => delivered
  for (const table of ['webhooks', 'events', 'messages', 'accounts', 'quotaUses'] as const) {
    await hooks.db.deleteFrom(table).execute()
  }
})
afterAll(() => hooks.close())

const delivered: SendOutcome = { kind: 'delivered', status: 200, durationMs: 7 }
const broken: SendOutcome = { kind: 'turned_down', status: 500, durationMs: 7 }
const gone: SendOutcome = { kind: 'turned_down', status: 410, durationMs: 7 }

async function anAdmin() {
  const username = `admin${aNumber()}`
  const account = await insertAccount(hooks.db, {
    username,
    email: `${username}@example.com`,
    verifiedEmail: `${username}@example.com`,
    passwordHash: 'none',
    role: 'admin',
  })
  return { account, address: '198.18.0.1' }
}
const triesOf = (deliveryId: number) =>
  hooks.db.selectFrom('webhookTries').selectAll().where('deliveryId', '=', deliveryId).orderBy('id').execute()
const only = async (webhookId: number) => {
  const [delivery, ...others] = await hooks.deliveries(webhookId)
  if (!delivery || others.length > 0) throw new Error('There is not one delivery')
  return delivery
}

describe('deliveries of events', () => {
  test('an event is delivered to every active webhook that wants it, once, as event, time and data', async () => {
    const wants = await hooks.aWebhook()
    const alsoWants = await hooks.aWebhook({ url: 'https://other.example/', events: ['call.missed', 'call.completed'] })
    await hooks.aWebhook({ events: ['call.missed'] })
    await hooks.aWebhook({ active: false })
    const eventId = await hooks.anEvent('call.completed', { callId: 7, note: 'schön' })
    await hooks.work()
    await hooks.work()
    const { createdAt } = await hooks.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const data = { circleId: null, callId: 7, note: 'schön' }
    const body = { event: 'call.completed', timestamp: createdAt.toISOString(), data }
    expect(hooks.sender.sent.map((sent) => [sent.url, JSON.parse(sent.body)]).toSorted()).toEqual([
      ['https://other.example/', body],
      ['https://receiver.example/hook', body],
    ])
    expect(new Set(hooks.sender.sent.map(({ messageId }) => messageId)).size).toBe(2)
    for (const id of [wants, alsoWants]) expect(await only(id)).toMatchObject({ state: 'delivered', tries: 1 })
  })

  test('an event is delivered once, however many workers fan out and deliver at the same time', async () => {
    const id = await hooks.aWebhook()
    for (let event = 0; event < 30; event++) await hooks.anEvent()
    await Promise.all([hooks.work(), hooks.work(), hooks.work()])
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(30)
    expect(new Set(hooks.sender.sent.map(({ messageId }) => messageId)).size).toBe(30)
    expect((await hooks.deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  test('an event whose delivery a fail-over lost is delivered again under the same id, which receivers know', async () => {
    const webhook = await hooks.aWebhook()
    await hooks.aWebhook({ url: 'https://other.example/' })
    const eventId = await hooks.anEvent('call.completed')
    await hooks.work()
    const { messageId } = await only(webhook)
    await hooks.db.deleteFrom('webhookDeliveries').execute()
    await hooks.db.updateTable('events').set({ fannedOutAt: null }).where('id', '=', eventId).execute()
    await hooks.work()
    expect((await only(webhook)).messageId).toBe(messageId)
    const ids = await hooks.db.selectFrom('webhookDeliveries').select('messageId').execute()
    expect(new Set(ids.map((one) => one.messageId)).size).toBe(2)
  })

  test('events that waited while no worker ran are delivered afterwards', async () => {
    await hooks.aWebhook()
    for (let event = 0; event < 250; event++) await hooks.anEvent()
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(250)
  })

  test('an event is delivered to the others while one receiver hangs', async () => {
    const hangs = await hooks.aWebhook({ url: 'https://hangs.example/' })
    await hooks.aWebhook({ url: 'https://quick.example/' })
    for (let event = 0; event < 40; event++) await hooks.anEvent()
    const held = Promise.withResolvers<void>()
    hooks.sender.outcome = async ({ url }) => {
      if (url === 'https://hangs.example/') await held.promise
      return delivered
    }
    const worker = createDeliveryWorker(hooks.deps)
    await worker.poll()
    const quick = () => hooks.sender.sent.filter(({ url }) => url === 'https://quick.example/')
    await expect.poll(() => quick().length, { timeout: 10_000 }).toBe(40)
    expect(hooks.sender.sent.length - quick().length).toBeLessThan(10)
    held.resolve()
    await worker.idle()
    expect((await hooks.deliveries(hangs)).every(({ state }) => state === 'delivered')).toBe(true)
  })
})

test('an event is delivered to receivers that answer while so many hang that there is no room left', async () => {
  const held = Promise.withResolvers<void>()
  hooks.sender.outcome = async ({ url }) => {
    if (url === 'https://hangs.example/') await held.promise
    return delivered
  }
  for (let hook = 0; hook < 9; hook++) await hooks.aWebhook({ url: 'https://hangs.example/' })
  for (let event = 0; event < 8; event++) await hooks.anEvent()
  const worker = createDeliveryWorker(hooks.deps)
  await worker.poll()
  await hooks.aWebhook({ url: 'https://quick.example/' })
  for (let event = 0; event < 5; event++) await hooks.anEvent()
  await worker.poll()
  const quick = () => hooks.sender.sent.filter(({ url }) => url === 'https://quick.example/')
  try {
    await expect.poll(() => quick().length, { timeout: 5_000 }).toBe(5)
    expect(hooks.sender.sent.length - quick().length).toBeLessThan(70)
  } finally {
    held.resolve()
    await worker.idle()
  }
})

describe('receivers that fail', () => {
  test('a receiver that fails gets ten tries with the promised pauses, the same id and the same body, and then no more', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = () => broken
    const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]
    for (const [index, pause] of pauses.entries()) {
      await hooks.work()
      expect(hooks.sender.sent).toHaveLength(index + 1)
      hooks.clock.advance(pause - 1)
      await hooks.work()
      expect(hooks.sender.sent).toHaveLength(index + 1)
      hooks.clock.advance(Math.min(pause / 10, MINUTE) + 1)
    }
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(10)
    hooks.clock.advance(40 * HOUR)
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(10)
    expect(new Set(hooks.sender.sent.map(({ messageId, body }) => `${messageId} ${body}`)).size).toBe(1)
    const delivery = await only(id)
    expect(delivery).toMatchObject({ state: 'given_up', tries: 10, reason: 'No try succeeded.' })
    expect((await triesOf(delivery.id)).map(({ status, error }) => [status, error])).toEqual(
      Array.from({ length: 10 }, () => [500, 'The receiver answered with status 500.']),
    )
  })

  test.each<[SendOutcome, string]>([
    [
      { kind: 'turned_down', status: 302, durationMs: 1 },
      'The receiver answered with a redirect (302), which is not followed.',
    ],
    [{ kind: 'failed', reason: 'timeout', durationMs: 15_000 }, 'The receiver did not answer within 15 seconds.'],
    [{ kind: 'failed', reason: 'certificate', durationMs: 1 }, "The receiver's certificate is not valid."],
    [{ kind: 'refused', reason: 'Not there.', durationMs: 1 }, 'Not there.'],
  ])('a failure of a receiver is in the log in words: %o', async (outcome, words) => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = () => outcome
    await hooks.work()
    const delivery = await only(id)
    expect(delivery).toMatchObject({ state: 'queued', tries: 1 })
    expect(await triesOf(delivery.id)).toMatchObject([{ error: words, durationMs: outcome.durationMs, byHand: false }])
  })

  test('a receiver that comes back has not failed any more', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = () => broken
    await hooks.work()
    expect(await hooks.webhook(id)).toMatchObject({ active: true, failingSince: hooks.clock.now() })
    hooks.sender.outcome = () => delivered
    hooks.clock.advance(6 * SECOND)
    await hooks.work()
    expect(await hooks.webhook(id)).toMatchObject({ active: true, failingSince: null })
    expect(await only(id)).toMatchObject({ state: 'delivered', tries: 2 })
  })
})

describe('webhooks that are switched off', () => {
  const mails = () =>
    hooks.db.selectFrom('messages').select(['recipient', 'subject', 'text']).orderBy('recipient').execute()

  test('a webhook is switched off when the receiver says that it is gone: every admin is notified once, and nothing is queued any more', async () => {
    const admins = [await anAdmin(), await anAdmin()]
    const id = await hooks.aWebhook({ name: 'Ward board' })
    for (let event = 0; event < 5; event++) await hooks.anEvent()
    hooks.sender.outcome = () => gone
    await hooks.work()
    expect(await hooks.webhook(id)).toMatchObject({
      active: false,
      switchedOff: 'The receiver answered that it is gone (410).',
    })
    expect((await hooks.deliveries(id)).map(({ state }) => state)).toEqual(Array(5).fill('given_up'))
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(
      admins.map(({ account }) => account.email).toSorted(),
    )
    expect(await mails()).toMatchObject(admins.map(() => ({ subject: 'The webhook "Ward board" was switched off' })))
    const before = hooks.sender.sent.length
    await hooks.anEvent()
    hooks.clock.advance(48 * HOUR)
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(before)
  })

  test('a webhook is switched off after 120 hours without one success, and not before', async () => {
    await anAdmin()
    const id = await hooks.aWebhook()
    hooks.sender.outcome = () => broken
    await hooks.anEvent()
    await hooks.work()
    hooks.clock.advance(120 * HOUR - 1)
    await hooks.anEvent()
    await hooks.work()
    expect(await hooks.webhook(id)).toMatchObject({ active: true })
    hooks.clock.advance(1)
    await hooks.anEvent()
    await hooks.work()
    expect(await hooks.webhook(id)).toMatchObject({
      active: false,
      switchedOff: 'Nothing could be delivered for 120 hours.',
    })
    expect(await mails()).toHaveLength(1)
    const reasons = (await hooks.deliveries(id)).map(({ state, reason }) => `${state}: ${reason}`)
    expect(new Set(reasons)).toEqual(new Set(['given_up: Nothing could be delivered for 120 hours.']))
  })

  test('a webhook is not switched off by what its old address answers', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = async () => {
      await hooks.db.updateTable('webhooks').set({ url: 'https://new.example/' }).where('id', '=', id).execute()
      return gone
    }
    await hooks.work()
    expect(await hooks.webhook(id)).toMatchObject({ active: true, failingSince: null })
    expect(await only(id)).toMatchObject({ state: 'queued', tries: 1 })
  })

  test('a webhook switched off by an admin ends its queued deliveries with the reason; switched on again it starts afresh', async () => {
    const admin = await anAdmin()
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = () => broken
    await hooks.work()
    const body = {
      name: 'Receiver',
      url: 'https://receiver.example/hook',
      description: undefined,
      events: ['call.completed' as const],
      secret: undefined,
    }
    await updateWebhook(hooks.deps, admin, id, { ...body, active: false })
    expect(await only(id)).toMatchObject({ state: 'given_up', reason: 'The webhook was switched off.' })
    await updateWebhook(hooks.deps, admin, id, { ...body, active: true })
    expect(await hooks.webhook(id)).toMatchObject({ active: true, failingSince: null, switchedOff: null })
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(1)
  })

  test('a webhook can be switched off or removed while something is on its way to it, without harm', async () => {
    const admin = await anAdmin()
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = async () => {
      await deleteWebhook(hooks.deps, admin, id)
      return broken
    }
    await hooks.work()
    expect(await hooks.deliveries(id)).toEqual([])
  })
})

describe('deliveries sent again by hand', () => {
  const again = async (id: number, deliveryId: number) => sendAgain(hooks.deps, await anAdmin(), { id, deliveryId })

  test('a delivery sent again by hand arrives with its old id, also after it was delivered', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    await hooks.work()
    const { id: deliveryId, endedAt } = await only(id)
    await again(id, deliveryId)
    hooks.sender.outcome = () => broken
    await hooks.work()
    await hooks.work()
    expect(hooks.sender.sent.map(({ messageId }) => messageId)).toEqual(Array(2).fill((await only(id)).messageId))
    expect(await only(id)).toMatchObject({ state: 'delivered', tries: 1, nextAt: null, endedAt, byHandAt: null })
    expect((await triesOf(deliveryId)).map(({ byHand }) => byHand)).toEqual([false, true])
  })

  test('a delivery that was given up can still be delivered by hand', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    await fanOutEvents(hooks.deps)
    const { id: deliveryId } = await only(id)
    const now = hooks.clock.now()
    const givenUp = { state: 'given_up', nextAt: null, endedAt: now, reason: 'No try succeeded.' } as const
    await hooks.db.updateTable('webhookDeliveries').set(givenUp).where('id', '=', deliveryId).execute()
    await again(id, deliveryId)
    await hooks.work()
    expect(await only(id)).toMatchObject({ state: 'delivered', reason: null })
  })

  test('sending again by hand neither costs one of the remaining tries nor moves them', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = () => broken
    await hooks.work()
    const { id: deliveryId, nextAt } = await only(id)
    await again(id, deliveryId)
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(2)
    expect(await only(id)).toMatchObject({ state: 'queued', tries: 1, nextAt })
  })

  test('sending again by hand is refused while the webhook is switched off', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    await hooks.work()
    await hooks.db.updateTable('webhooks').set({ active: false }).execute()
    await expect(again(id, (await only(id)).id)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('workers that die', () => {
  const never = () => new Promise<SendOutcome>(() => {})

  test('a worker that dies while it fans out an event sends nothing twice, and the next one fans it out', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    await sql`create function power_cut() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(
      hooks.db,
    )
    await sql`create trigger power_cut before update on events execute function power_cut()`.execute(hooks.db)
    await expect(fanOutEvents(hooks.deps)).rejects.toThrow('power cut')
    await sql`drop function power_cut cascade`.execute(hooks.db)
    expect(await hooks.deliveries(id)).toEqual([])
    await hooks.work()
    expect(await only(id)).toMatchObject({ state: 'delivered' })
    expect(hooks.sender.sent).toHaveLength(1)
  })

  test('a worker that dies with a claim and nothing sent has its delivery sent once the claim has expired', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    await fanOutEvents(hooks.deps)
    expect(await claimDeliveries(hooks.deps, id, 10)).toHaveLength(1)
    hooks.clock.advance(CLAIM_MS - 1)
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(0)
    hooks.clock.advance(1)
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(1)
    expect(await only(id)).toMatchObject({ state: 'delivered', tries: 1 })
  })

  test('a worker that dies between sending and writing it down has its delivery sent again, with the same id', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = never
    const dies = createDeliveryWorker(hooks.deps)
    await dies.poll()
    await expect.poll(() => hooks.sender.sent.length).toBe(1)
    hooks.sender.outcome = () => delivered
    hooks.clock.advance(CLAIM_MS)
    await hooks.work()
    expect(hooks.sender.sent).toHaveLength(2)
    expect(new Set(hooks.sender.sent.map(({ messageId, body }) => `${messageId} ${body}`)).size).toBe(1)
    expect(await only(id)).toMatchObject({ state: 'delivered' })
  })

  test('a worker so slow that another one took over: its failure does not count, the success of the other does', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    const slow = Promise.withResolvers<SendOutcome>()
    hooks.sender.outcome = () => slow.promise
    const slowWorker = createDeliveryWorker(hooks.deps)
    await slowWorker.poll()
    await expect.poll(() => hooks.sender.sent.length).toBe(1)
    hooks.clock.advance(CLAIM_MS)
    hooks.sender.outcome = () => delivered
    await hooks.work()
    slow.resolve(broken)
    await slowWorker.idle()
    const delivery = await only(id)
    expect(delivery).toMatchObject({ state: 'delivered', tries: 1 })
    expect((await triesOf(delivery.id)).map(({ status }) => status)).toEqual([200, 500])
  })

  test('a worker that stops in good order aborts what hangs, which costs no try, and the next one sends it at once', async () => {
    const id = await hooks.aWebhook()
    await hooks.anEvent()
    hooks.sender.outcome = (_webhook, signal) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => resolve({ kind: 'called_off', durationMs: 1 }), { once: true }),
      )
    const worker = createDeliveryWorker(hooks.deps)
    await worker.poll()
    await expect.poll(() => hooks.sender.sent.length).toBe(1)
    await worker.stop()
    expect(await only(id)).toMatchObject({ state: 'queued', tries: 0, claimedUntil: null })
    hooks.sender.outcome = () => delivered
    await hooks.work()
    expect(await only(id)).toMatchObject({ state: 'delivered', tries: 1 })
  })
})

test('delivered events are kept for 30 days, and undelivered ones stay', async () => {
  const id = await hooks.aWebhook()
  await hooks.anEvent()
  await hooks.work()
  const waiting = await hooks.anEvent()
  const after = (days: number) => new Date(hooks.clock.now().getTime() + days * 24 * HOUR)
  await deleteOldEvents(hooks.db, after(29))
  expect(await hooks.deliveries(id)).toHaveLength(1)
  await deleteOldEvents(hooks.db, after(31))
  expect(await hooks.deliveries(id)).toEqual([])
  expect(await hooks.db.selectFrom('events').select('id').execute()).toEqual([{ id: waiting }])
})
