import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authSchema, type User, userSchema } from '#contract/accounts/accounts.ts'
import {
  billingHistory,
  initSubscriptionAnswer,
  paymentMethods,
  subscriptionSchema,
} from '#contract/accounts/billing.ts'
import { stripePayments } from '#server/adapters/payments/stripe/stripe-payments.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { DECLINED, PAYS, PAYS_FIRST, submitCard } from '#test/stripe-simulator/start-simulation.ts'
import { aRegistration } from './factories.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

// The whole product with the card sandbox: real requests, signed events, and jobs that run by themselves.

const SECRETS = { secretKey: 'sk_test_of_the_tests_1234', webhookSecret: 'whsec_of_the_tests' }
let cards: StripeSimulator
let product: LiveServer
let address: string
let token: string

beforeAll(async () => {
  const listening = Promise.withResolvers<string>()
  cards = await startStripeSimulator({
    apiKey: SECRETS.secretKey,
    webhookSecret: SECRETS.webhookSecret,
    businessName: 'Cooee',
    webhookUrl: listening.promise,
    // Events come twice, late and in any order, and some not at all.
    hostile: { seed: 20261121, share: 0.1, hangSeconds: 1, maxDelaySeconds: 1 },
  })
  const payments = { ...SECRETS, baseUrl: cards.url }
  product = await startLiveServer({}, { payments })
  address = product.server.address ?? ''
  listening.resolve(`${address}/api/stripe/webhook`)
  await eventually(async () => expect((await stripePayments(payments).setUpPrices()).kind).toBe('done'))
  token = authSchema.parse(await ask('POST', '/api/register', aRegistration())).token
})
afterAll(async () => {
  await product.close()
  await cards.close()
})

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
/** Presses again, as a person does whom the card provider keeps waiting. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + 20_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(100)
    }
  }
}
const press = (method: string, path: string, body?: unknown) => eventually(() => ask(method, path, body))
const me = async (): Promise<User> => userSchema.parse(await ask('GET', '/api/me'))
/** Polls as the screen does after the checkout, until the condition holds. */
const seen = (wanted: Partial<User>) =>
  eventually(async () => {
    await ask('POST', '/api/subscription/refresh').catch(() => {})
    expect(await me()).toMatchObject(wanted)
  })
const ours = () => cards.subscriptions().filter(({ status }) => status !== 'canceled')

test('a declined card subscribes nobody; the next card on the same page does', async () => {
  const { url } = initSubscriptionAnswer.parse(
    await press('POST', '/api/subscription/init', { addOns: ['WAKE_UP_CALL'] }),
  )
  expect((await submitCard(url, DECLINED)).status).not.toBe(303)
  expect(await me()).not.toHaveProperty('subscriptionStatus')
  const paid = await submitCard(url, PAYS)
  expect(paid.location).toBe(`${address}/subscription?success=true`)
  await seen({ subscriptionPlan: 'Basic Plan', subscriptionStatus: 'active', subscriptionAddOns: ['WAKE_UP_CALL'] })
  expect(cards.customers()).toHaveLength(1)
})

test('the invoice and the card are shown', async () => {
  const { invoices } = billingHistory.parse(await press('GET', '/api/billing/history'))
  expect(invoices).toMatchObject([{ amount: 23.98, status: 'paid' }])
  const found = paymentMethods.parse(await press('GET', '/api/billing/payment-methods'))
  expect(found.paymentMethods).toMatchObject([{ brand: 'visa', last4: '4242' }])
})

test('add-ons change at the provider and here alike, once each', async () => {
  await press('PATCH', '/api/subscription/update', { addOns: ['MEDICATION_REMINDER', 'WELLNESS_CHECK'] })
  await seen({ subscriptionAddOns: ['MEDICATION_REMINDER', 'WELLNESS_CHECK'] })
  expect(ours()).toHaveLength(1)
  expect(ours()[0]?.items.data).toHaveLength(3)
})

test('cancelling ends it with the month, and is undone', async () => {
  await press('POST', '/api/subscription/cancel')
  const { standing } = subscriptionSchema.parse(await ask('GET', '/api/subscription'))
  expect(standing).toMatchObject({ kind: 'active', cancelsAt: expect.any(String) })
  await press('POST', '/api/subscription/resume')
  await seen({ subscriptionStatus: 'active', subscriptionRenewalDate: expect.any(String) })
})

test('a renewal that fails is past due, and the card provider names the page to pay on', async () => {
  const [subscription] = ours()
  const { url } = (await press('POST', '/api/subscription/portal')) as { url: string }
  expect(url).toMatch(/^http/)
  await submitCard(url, PAYS_FIRST)
  cards.advance(subscription?.id ?? '')
  // Nothing polls: the events report it.
  await eventually(async () => expect(await me()).toMatchObject({ subscriptionStatus: 'past_due' }))
  await expect(ask('POST', '/api/subscription/init')).rejects.toThrow(/Change your card, then press Pay now/)
})

test('changing the card and paying what is open makes it active again', async () => {
  const { url } = (await press('POST', '/api/subscription/portal')) as { url: string }
  await submitCard(url, PAYS)
  expect(await me()).toMatchObject({ subscriptionStatus: 'past_due' })
  await press('POST', '/api/subscription/pay').catch(() => {})
  await seen({ subscriptionStatus: 'active' })
  expect(cards.invoices().filter(({ status }) => status === 'open')).toEqual([])
})
