import { afterEach, beforeEach, expect } from 'vitest'
import type { AddOnId } from '#core/plans/prices.ts'
import type { PaidSubscription, Payments } from '#server/adapters/payments/payments.ts'
import { stripePayments } from '#server/adapters/payments/stripe/stripe-payments.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { unknownIn } from '#test/adapters/stripe/api-parameters.ts'
import { type Line, overhear } from '#test/adapters/stripe/overhear.ts'
import { PAYS, submitCard } from '#test/stripe-simulator/start-simulation.ts'

const KEYS = { secretKey: 'sk_test_of_the_tests_1234', webhookSecret: 'whsec_of_the_tests' }

/** Of the test that runs; `line` is what lies between Cooee and the provider. */
export let provider: StripeSimulator
export let line: Line
export let payments: Payments

/** Begins each test of the file that calls it with a card provider of its own. */
export function setUpStripe(): void {
  beforeEach(async () => {
    provider = await startStripeSimulator({
      apiKey: KEYS.secretKey,
      webhookSecret: KEYS.webhookSecret,
      businessName: 'Cooee',
    })
    line = await overhear(provider.url)
    payments = stripePayments({ ...KEYS, baseUrl: line.url })
  })
  afterEach(async () => {
    const requests = line.overheard
    await line.close()
    await provider.close()
    // Whatever a test was about: everything that was asked is what the provider's description knows.
    expect(requests.flatMap(unknownIn)).toEqual([])
    const writes = requests.filter(({ method }) => method === 'POST')
    expect(writes.filter(({ headers }) => !headers['idempotency-key'])).toEqual([])
    expect(requests.filter(({ headers }) => headers['stripe-version'] !== '2026-10-28.endive')).toEqual([])
  })
}

let keys = 0
/** An idempotency key that nothing has been asked with yet. */
export const aKey = () => {
  keys += 1
  return `key-${keys}`
}
/** Loses the first answers to writes of that path. */
export function loseAnswers(path: string, atFirst: number): void {
  let left = atFirst
  line.fault = (asked) => {
    if (asked.method !== 'POST' || asked.path !== path || left === 0) return null
    left -= 1
    return 'answer-lost'
  }
}
export async function aCustomer(): Promise<string> {
  const outcome = await payments.createCustomer({
    accountId: 7,
    email: 'jane@example.com',
    name: 'Jane Hartley',
    key: aKey(),
  })
  if (outcome.kind !== 'created') throw new Error(outcome.why)
  return outcome.customerId
}
export const checkoutOf = (customerId: string, addOns: AddOnId[] = [], key = aKey()) => ({
  customerId,
  accountId: 7,
  addOns,
  successUrl: 'https://cooee.example/subscription?success=true',
  cancelUrl: 'https://cooee.example/subscription?canceled=true',
  key,
})
export async function aCheckout(
  customerId: string,
  addOns: AddOnId[] = [],
): Promise<{ checkoutId: string; url: string }> {
  const outcome = await payments.startCheckout(checkoutOf(customerId, addOns))
  if (outcome.kind !== 'started') throw new Error(outcome.kind)
  return outcome
}
export async function subscriptionOf(customerId: string): Promise<PaidSubscription> {
  const outcome = await payments.subscriptionOf(customerId)
  if (outcome.kind !== 'found' || !outcome.subscription) throw new Error('There is no subscription')
  return outcome.subscription
}
/** Somebody who has subscribed with that card. */
export async function aSubscriber({
  card = PAYS,
  addOns = [] as AddOnId[],
} = {}): Promise<PaidSubscription & { customerId: string }> {
  await payments.setUpPrices()
  const customerId = await aCustomer()
  const { url } = await aCheckout(customerId, addOns)
  expect((await submitCard(url, card)).status).toBe(303)
  return { customerId, ...(await subscriptionOf(customerId)) }
}
/** What was written to paths that have this in them. */
export const posts = (path: string) =>
  line.overheard.filter((asked) => asked.method === 'POST' && asked.path.includes(path))
