import { rm, stat } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { townOf } from '#core/hot-days/towns.ts'
import { startOpenMeteoSimulator } from '#simulators/open-meteo/open-meteo-simulator.ts'
import * as simulator from '#simulators/stripe/stripe-simulator.ts'
import { makeFolderInMemory } from '#test/folder-in-memory.ts'
import { submitCard } from '#test/stripe-simulator/start-simulation.ts'
import { openMeteoForecast } from './adapters/forecast/open-meteo/open-meteo-forecast.ts'
import type { PaymentEvent } from './adapters/payments/payments.ts'
import { stripePayments } from './adapters/payments/stripe/stripe-payments.ts'
import { type CardSandbox, startCardSandbox, startSandboxForecast } from './sandbox.ts'

let dataDir: string
const cleanups: (() => Promise<void>)[] = []
beforeEach(async () => {
  dataDir = await makeFolderInMemory('cooee-sandbox-')
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await rm(dataDir, { recursive: true })
})

async function start(serverAddress: Promise<string>): Promise<CardSandbox> {
  const sandbox = await startCardSandbox(simulator, { dataDir, serverAddress })
  cleanups.push(sandbox.close)
  return sandbox
}

/** A server that takes events whose signature is right. */
async function startServer(sandbox: CardSandbox) {
  const payments = stripePayments(sandbox)
  const events: (PaymentEvent | null)[] = []
  const paths = new Set<string | undefined>()
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    paths.add(request.url)
    events.push(payments.readEvent(Buffer.concat(chunks), String(request.headers['stripe-signature'])))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(() => resolve())))
  return { events, paths, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function subscribe(sandbox: CardSandbox): Promise<{ customerId: string; url: string }> {
  const payments = stripePayments(sandbox)
  await payments.setUpPrices()
  const made = await payments.createCustomer({ accountId: 7, email: 'jane@example.com', name: 'Jane', key: 'c' })
  const customerId = made.kind === 'created' ? made.customerId : ''
  const urls = { successUrl: 'http://localhost/s', cancelUrl: 'http://localhost/c' }
  const opened = await payments.startCheckout({ customerId, accountId: 7, addOns: ['WAKE_UP_CALL'], key: 'k', ...urls })
  const url = opened.kind === 'started' ? opened.url : ''
  expect((await submitCard(url, simulator.TEST_CARDS[0]?.number ?? '')).status).toBe(303)
  return { customerId, url }
}

test('events wait until the server listens, and are signed for it', async () => {
  const listening = Promise.withResolvers<string>()
  const sandbox = await start(listening.promise)
  const { customerId } = await subscribe(sandbox)
  const { events, paths, address } = await startServer(sandbox)
  expect(events).toEqual([])
  listening.resolve(address)
  await expect
    .poll(() => events)
    .toContainEqual({
      eventId: expect.any(String),
      eventType: 'customer.subscription.created',
      customerId,
    })
  expect(events).not.toContain(null)
  expect([...paths]).toEqual(['/api/stripe/webhook'])
})

test('a subscription survives a restart, and events that the server missed reach it then', async () => {
  const before = await start(new Promise(() => {}))
  const { customerId, url } = await subscribe(before)
  await before.close()

  const listening = Promise.withResolvers<string>()
  const after = await start(listening.promise)
  expect(after.secretKey).toBe(before.secretKey)
  expect(await stripePayments(after).subscriptionOf(customerId)).toMatchObject({
    subscription: { status: 'active', addOns: ['WAKE_UP_CALL'] },
  })
  // A page that is open in a browser, and the address of an invoice, name the port.
  expect((await fetch(url)).status).toBe(200)
  const { events, address } = await startServer(after)
  listening.resolve(address)
  await expect.poll(() => events.map((event) => event?.eventType)).toContain('customer.subscription.created')
})

test('the keys are random and nobody else may read them', async () => {
  const sandbox = await start(new Promise(() => {}))
  expect(sandbox.secretKey).toMatch(/^sk_test_[0-9a-f]{48}$/)
  expect(sandbox.webhookSecret).toMatch(/^whsec_[0-9a-f]{48}$/)
  expect((await stat(join(dataDir, 'sandbox/card-keys.json'))).mode & 0o077).toBe(0)
})

test('the sandbox shows subscriptions in plain words and plays them through', async () => {
  const { cards, ...sandbox } = await start(new Promise(() => {}))
  await subscribe({ cards, ...sandbox })
  const [shown] = cards.subscriptions(10)
  expect(shown).toEqual({
    subscriptionId: expect.stringMatching(/^sub_/),
    accountId: 7,
    customerEmail: 'jane@example.com',
    status: 'active',
    parts: ['Basic Plan', 'Wake-up Call'],
    monthlyCents: 2398,
    periodEnd: expect.any(String),
    isCancelling: false,
    cardLast4: '4242',
  })
  expect(cards.renew(shown?.subscriptionId ?? '')).toBe('renewed')
  expect(cards.renew('sub_nobody')).toBeNull()
})

test('the sandbox makes up a forecast over the real protocol: very hot in Mildura, mild elsewhere', async () => {
  const source = await startSandboxForecast({ startOpenMeteoSimulator })
  cleanups.push(source.close)
  const forecast = openMeteoForecast({ baseUrl: source.url, apiKey: null, isMadeUp: true })
  const hottest = async (id: string) => {
    const town = townOf(id)
    if (!town) throw new Error(`There is no ${id}`)
    const result = await forecast.fetchDays(town)
    return result.kind === 'ok' ? result.days.map(({ degrees }) => degrees) : result
  }
  expect(await hottest('mildura')).toEqual(Array(7).fill(44))
  expect(await hottest('hobart')).toEqual(Array(7).fill(24))
})
