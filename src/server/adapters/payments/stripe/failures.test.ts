import { describe, expect, test } from 'vitest'
import {
  aCheckout,
  aCustomer,
  aKey,
  aSubscriber,
  checkoutOf,
  line,
  loseAnswers,
  payments,
  provider,
  setUpStripe,
  subscriptionOf,
} from '#test/stripe-fixture.ts'
import { PAYS, submitCard } from '#test/stripe-simulator/start-simulation.ts'

setUpStripe()

describe('a provider that fails', () => {
  const failing = (status: number, error: Record<string, unknown>) => {
    line.fault = () => ({ status, body: JSON.stringify({ error }), headers: { 'stripe-should-retry': 'false' } })
  }
  const everything = () => [
    payments.createCustomer({ accountId: 7, email: 'jane@example.com', name: null, key: aKey() }),
    payments.startCheckout(checkoutOf('cus_1')),
    payments.subscriptionOf('cus_1'),
    payments.setAddOns({ subscriptionId: 'sub_1', addOns: ['WAKE_UP_CALL'], key: aKey() }),
    payments.setCancelAtPeriodEnd({ subscriptionId: 'sub_1', cancels: true, key: aKey() }),
    payments.endNow({ subscriptionId: 'sub_1', key: aKey() }),
    payments.invoicesOf('cus_1'),
    payments.cardsOf('cus_1'),
    payments.openPortal({ customerId: 'cus_1', returnUrl: 'https://cooee.example/', key: aKey() }),
    payments.setUpPrices(),
  ]

  test.each([
    ['an error of its own', 500, { type: 'api_error', message: 'Sorry' }],
    ['too many requests', 429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down' }],
    ['the same request under way', 409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Wait' }],
    [
      'a key it does not take',
      401,
      { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****1234' },
    ],
  ])(
    'a payment provider that fails with %s is unavailable, whatever was asked, and no secret is in the reason',
    async (_, status, error) => {
      failing(status, error)
      for (const outcome of await Promise.all(everything())) {
        expect(outcome).toMatchObject({ kind: 'unavailable', why: expect.stringContaining(String(status)) })
        expect(JSON.stringify(outcome)).not.toContain('1234')
      }
    },
  )

  test('a payment provider that answers a page instead of JSON is unavailable', async () => {
    line.fault = () => ({ status: 200, body: '<html>proxy</html>' })
    expect(await payments.subscriptionOf('cus_1')).toMatchObject({ kind: 'unavailable' })
  })

  test('a payment provider that cannot be reached is unavailable', async () => {
    await line.close()
    expect(await payments.subscriptionOf('cus_1')).toMatchObject({ kind: 'unavailable' })
  })

  test('a payment that needs the bank’s confirmation says what to do, in plain words', async () => {
    const { subscriptionId } = await aSubscriber()
    const error = {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message: 'Payment for this subscription requires additional user action, use the PaymentIntent.',
    }
    line.fault = ({ method }) => (method === 'POST' ? { status: 402, body: JSON.stringify({ error }) } : null)
    expect(await payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL'], key: aKey() })).toEqual({
      kind: 'declined',
      message: 'Your bank wants you to confirm this payment. Please open the invoice and pay it there.',
    })
  })

  test('a declined card is reported in the provider’s words', async () => {
    const { subscriptionId } = await aSubscriber()
    line.fault = ({ method }) =>
      method === 'POST'
        ? {
            status: 402,
            body: '{"error":{"type":"card_error","code":"card_declined","message":"Your card was declined."}}',
          }
        : null
    expect(await payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL'], key: aKey() })).toEqual({
      kind: 'declined',
      message: 'Your card was declined.',
    })
  })

  test('an unexpected refusal of the payment provider throws its words, but no email address', async () => {
    failing(400, { type: 'invalid_request_error', param: 'limit', message: 'Invalid integer' })
    await expect(payments.subscriptionOf('cus_1')).rejects.toThrow(/limit.*Invalid integer/)
    failing(400, { type: 'invalid_request_error', param: 'email', message: 'Invalid email address: jane@example.com' })
    const refused = payments.createCustomer({ accountId: 7, email: 'jane@example.com', name: null, key: aKey() })
    await expect(refused).rejects.toThrow(/^(?!.*jane).*email/)
  })

  test('a payment provider’s answer of another shape throws', async () => {
    line.fault = () => ({ status: 200, body: '{"object":"list","data":[{"id":"sub_1","status":"active"}]}' })
    await expect(payments.subscriptionOf('cus_1')).rejects.toThrow()
  })

  test('only now and then lets nothing happen twice', async () => {
    await payments.setUpPrices()
    const customerId = await aCustomer()
    const { url } = await aCheckout(customerId)
    await submitCard(url, PAYS)
    const { subscriptionId } = await subscriptionOf(customerId)
    loseAnswers(`/v1/subscriptions/${subscriptionId}`, 1)
    const key = aKey()
    const change = { subscriptionId, addOns: ['WELLNESS_CHECK' as const], key }
    expect([await payments.setAddOns(change), await payments.setAddOns(change)]).toEqual([
      { kind: 'done' },
      { kind: 'done' },
    ])
    expect(provider.subscriptions()[0]?.items.data).toHaveLength(2)
    expect(provider.events().filter(({ type }) => type === 'customer.subscription.updated')).toHaveLength(1)
  })
})
