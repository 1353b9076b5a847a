import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/payments/stripe/stripe-payments.ts'
import { sandboxCards } from '#server/sandbox-cards.ts'
import { type StripeSimulator, startStripeSimulator, TEST_CARDS } from '#simulators/stripe/stripe-simulator.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { submitCard } from '#test/stripe-simulator/start-simulation.ts'

const KEYS = { secretKey: 'sk_test_of_the_tests', webhookSecret: 'whsec_of_the_tests' }
const PAYS_FIRST = '4000 0000 0000 0341'

let simulator: StripeSimulator
let cooee: TestApp
beforeAll(async () => {
  simulator = await startStripeSimulator({ apiKey: KEYS.secretKey, webhookSecret: 'whsec_1', businessName: 'Cooee' })
  cooee = await buildTestApp({ sandboxCards: sandboxCards(simulator, TEST_CARDS) })
})
afterAll(async () => {
  await cooee.close()
  await simulator.close()
})

const cards = async () => (await cooee.local('GET', '/api/sandbox/cards')).json()
const renew = (id: string, options = {}) =>
  cooee.local('POST', `/api/sandbox/subscriptions/${id}/renew`, undefined, options)

async function subscribe(accountId: number, number: string): Promise<void> {
  const payments = stripePayments({ ...KEYS, baseUrl: simulator.url })
  await payments.setUpPrices()
  const key = `account-${accountId}`
  const made = await payments.createCustomer({ accountId, email: `${accountId}@example.com`, name: null, key })
  const customerId = made.kind === 'created' ? made.customerId : ''
  const urls = { successUrl: 'http://localhost/s', cancelUrl: 'http://localhost/c' }
  const opened = await payments.startCheckout({ customerId, accountId, addOns: [], key: `${key}-checkout`, ...urls })
  expect((await submitCard(opened.kind === 'started' ? opened.url : '', number)).status).toBe(303)
}

test('the test cards are shown although nobody has subscribed', async () => {
  expect(await cards()).toEqual({
    testCards: [
      { number: '4242 4242 4242 4242', does: 'pays' },
      { number: '4000 0000 0000 0002', does: 'is declined' },
      { number: '4000 0000 0000 0341', does: 'pays first, and is declined on renewal' },
    ],
    subscriptions: [],
  })
})

test('a test subscription is shown with the name its account has here, and its renewal shows the result', async () => {
  const jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
  await subscribe(jane.user.circle.id, PAYS_FIRST)
  await subscribe(999_999_999, '4242 4242 4242 4242')
  const [gone, janes] = (await cards()).subscriptions
  expect(janes).toMatchObject({ who: 'Jane Hartley', status: 'active', parts: ['Basic Plan'], cardLast4: '0341' })
  expect(gone).toMatchObject({ who: '999999999@example.com' })

  expect((await renew(gone.subscriptionId)).json()).toEqual({ outcome: 'renewed' })
  expect((await renew(janes.subscriptionId)).json()).toEqual({ outcome: 'payment_failed' })
  expect((await cards()).subscriptions[1]).toMatchObject({ status: 'past_due' })
})

test('a test subscription that is not there, or has ended, cannot be renewed', async () => {
  for (const id of ['sub_nobody', '%00', 'x'.repeat(90)]) expect((await renew(id)).statusCode, id).toBe(409)
})

describe('access to the sandbox cards', () => {
  test.each([
    ['another machine', { remoteAddress: '203.0.113.9' }],
    ['another site', { headers: { origin: 'https://evil.example' } }],
    ['another port of this machine', { headers: { origin: 'http://localhost:81' } }],
  ])('the sandbox cards refuse a request from %s', async (_, options) => {
    expect((await cooee.local('GET', '/api/sandbox/cards', undefined, options)).statusCode).toBe(403)
    expect((await renew('sub_1', options)).statusCode).toBe(403)
  })

  test.each([{ isSandbox: false }, { publicUrl: 'https://cooee.example.com.au' }])(
    'the sandbox cards with %j do not exist',
    async (changes) => {
      const other = await buildTestApp({ ...changes, sandboxCards: sandboxCards(simulator, TEST_CARDS) })
      expect((await other.local('GET', '/api/sandbox/cards')).statusCode).toBe(404)
      await other.close()
    },
  )
})
