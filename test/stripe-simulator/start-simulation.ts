import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterEach } from 'vitest'
import {
  type StripeSimulator,
  type StripeSimulatorOptions,
  startStripeSimulator,
} from '#simulators/stripe/stripe-simulator.ts'

export const API_KEY = 'sk_test_of_the_tests_1234'
export const WEBHOOK_SECRET = 'whsec_of_the_tests'
export const PAYS = '4242 4242 4242 4242'
export const DECLINED = '4000 0000 0000 0002'
export const PAYS_FIRST = '4000 0000 0000 0341'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The account's own web server: takes events, and keeps those whose signature the official package accepts. */
export interface EventReceiver {
  url: string
  received: Stripe.Event[]
  /** Bodies whose signature was wrong. */
  refused: string[]
  types(): string[]
}

export interface Simulation {
  simulator: StripeSimulator
  stripe: Stripe
  receiver: EventReceiver
}

/** A simulator, a server that it sends events to, and the official client; all closed after the test. */
export async function startSimulation(options: Partial<StripeSimulatorOptions> = {}): Promise<Simulation> {
  const receiver = await startReceiver()
  const simulator = await startSimulator({ webhookUrl: receiver.url, ...options })
  return { simulator, receiver, stripe: clientOf(simulator) }
}

/** A simulator alone, closed after the test (closing twice does no harm). */
export async function startSimulator(options: Partial<StripeSimulatorOptions> = {}): Promise<StripeSimulator> {
  const simulator = await startStripeSimulator({
    apiKey: API_KEY,
    webhookSecret: WEBHOOK_SECRET,
    businessName: 'Cooee',
    ...options,
  })
  cleanups.push(simulator.close)
  return simulator
}

export function clientOf({ url }: { url: string }, apiKey = API_KEY): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(apiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

/** The Basic Plan and an add-on, under their lookup keys. */
export async function createPrices(stripe: Stripe): Promise<{ basic: Stripe.Price; addOn: Stripe.Price }> {
  const create = async (lookupKey: string, name: string, amount: number) =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
      product: (await stripe.products.create({ name })).id,
    })
  return {
    basic: await create('basic_monthly', 'Basic Plan', 1999),
    addOn: await create('wake_up_monthly', 'Wake-up Call', 599),
  }
}

export interface Subscriber {
  customer: Stripe.Customer
  subscription: Stripe.Subscription
  basic: Stripe.Price
  addOn: Stripe.Price
}

/** A customer who has subscribed to the Basic Plan on the checkout page with that card. */
export async function subscribe(stripe: Stripe, card = PAYS): Promise<Subscriber> {
  const { basic, addOn } = await createPrices(stripe)
  const customer = await stripe.customers.create({ email: 'margaret@example.com', name: 'Margaret' })
  const session = await openCheckout(stripe, customer.id, basic.id)
  const answer = await submitCard(session.url ?? '', card)
  if (answer.status !== 303) throw new Error(`The card was not taken: ${answer.status} ${answer.text}`)
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data
  if (!subscription) throw new Error('There is no subscription')
  return { customer, subscription, basic, addOn }
}

export function openCheckout(stripe: Stripe, customer: string, price: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://cooee.example/subscription?success=true&session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://cooee.example/subscription?canceled=true',
  })
}

/** Fills in a payment page and sends it, without following where it leads. */
export async function submitCard(
  url: string,
  number: string,
  fields: Record<string, string> = {},
): Promise<{ status: number; location: string | null; text: string }> {
  const body = new URLSearchParams({ number, expiry: '12 / 34', cvc: '123', ...fields })
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

async function startReceiver(): Promise<EventReceiver> {
  const received: Stripe.Event[] = []
  const refused: string[] = []
  const verifier = new Stripe(API_KEY)
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      try {
        const signature = String(request.headers['stripe-signature'])
        received.push(verifier.webhooks.constructEvent(body, signature, WEBHOOK_SECRET))
      } catch {
        refused.push(body)
      }
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    refused,
    types: () => received.map(({ type }) => type),
  }
}
