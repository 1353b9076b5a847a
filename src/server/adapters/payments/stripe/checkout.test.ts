import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckout,
  aCustomer,
  aSubscriber,
  checkoutOf,
  loseAnswers,
  payments,
  posts,
  provider,
  setUpStripe,
  subscriptionOf,
} from '#test/stripe-fixture.ts'
import { clientOf, DECLINED, PAYS, submitCard } from '#test/stripe-simulator/start-simulation.ts'

setUpStripe()

describe('a checkout', () => {
  beforeEach(() => payments.setUpPrices())

  test('a checkout asks for the plan and the add-ons, and says whose it is', async () => {
    const customerId = await aCustomer()
    const { checkoutId } = await aCheckout(customerId, ['MEDICATION_REMINDER'])
    expect(provider.checkoutSessions()).toMatchObject([
      {
        id: checkoutId,
        mode: 'subscription',
        customer: customerId,
        amount_total: 1999 + 599,
        client_reference_id: '7',
        metadata: { accountId: '7' },
        success_url: 'https://cooee.example/subscription?success=true',
        cancel_url: 'https://cooee.example/subscription?canceled=true',
      },
    ])
  })

  test('a paid checkout becomes a subscription that names the account', async () => {
    const { customerId, ...subscription } = await aSubscriber({ addOns: ['WAKE_UP_CALL', 'MEDICATION_REMINDER'] })
    expect(subscription).toMatchObject({
      status: 'active',
      addOns: ['MEDICATION_REMINDER', 'WAKE_UP_CALL'],
      monthlyCents: 1999 + 599 + 399,
      cancelsAt: null,
      unpaidSince: null,
      endedAt: null,
      surplusIds: [],
    })
    expect(subscription.periodEnd.getTime()).toBeGreaterThan(subscription.periodStart.getTime())
    expect(provider.subscriptions()[0]?.metadata).toEqual({ accountId: '7' })
    expect(await payments.cardsOf(customerId)).toEqual({
      kind: 'found',
      cards: [{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, paysPlan: true }],
    })
    expect(await payments.invoicesOf(customerId)).toMatchObject({
      kind: 'found',
      invoices: [
        {
          amountCents: 2997,
          status: 'paid',
          number: expect.any(String),
          url: expect.stringContaining('http'),
          paidAt: expect.any(Date),
        },
      ],
    })
  })

  test('a checkout with a declined card leaves nobody subscribed', async () => {
    const customerId = await aCustomer()
    const { url } = await aCheckout(customerId)
    expect((await submitCard(url, DECLINED)).status).toBe(402)
    expect(await payments.subscriptionOf(customerId)).toEqual({ kind: 'found', subscription: null })
    expect(await payments.cardsOf(customerId)).toEqual({ kind: 'found', cards: [] })
  })

  test('closes the older ones of the same customer, so that two tabs do not pay twice', async () => {
    const customerId = await aCustomer()
    const other = await aCustomer()
    const untouched = await aCheckout(other)
    const first = await aCheckout(customerId)
    const second = await aCheckout(customerId, ['WELLNESS_CHECK'])
    expect((await submitCard(first.url, PAYS)).status).toBe(410)
    expect((await submitCard(second.url, PAYS)).status).toBe(303)
    expect((await submitCard(untouched.url, PAYS)).status).toBe(303)
    expect((await subscriptionOf(customerId)).addOns).toEqual(['WELLNESS_CHECK'])
  })

  test('an open checkout is closed for good, and an earlier payment stays', async () => {
    await payments.setUpPrices()
    const customerId = await aCustomer()
    expect(await payments.closeCheckouts(customerId)).toEqual({ kind: 'done' })
    const { url } = await aCheckout(customerId)
    expect(await payments.closeCheckouts(customerId)).toEqual({ kind: 'done' })
    expect((await submitCard(url, PAYS)).status).not.toBe(303)
    expect(await payments.subscriptionOf(customerId)).toEqual({ kind: 'found', subscription: null })
    const paid = await aCheckout(customerId)
    expect((await submitCard(paid.url, PAYS)).status).toBe(303)
    expect(await payments.closeCheckouts(customerId)).toEqual({ kind: 'done' })
    expect((await subscriptionOf(customerId)).status).toBe('active')
    expect(await payments.closeCheckouts('cus_nobody')).toEqual({ kind: 'done' })
  })

  test('many checkouts requested at once leave one open', async () => {
    const customerId = await aCustomer()
    await Promise.all([aCheckout(customerId), aCheckout(customerId), aCheckout(customerId)])
    expect(provider.checkoutSessions().filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  test('asked for again with the same key is the same one, open as before', async () => {
    const request = checkoutOf(await aCustomer())
    const first = await payments.startCheckout(request)
    expect(await payments.startCheckout(request)).toEqual(first)
    expect(provider.checkoutSessions().map(({ status }) => status)).toEqual(['open'])
  })

  test('asked for again after it was paid does not send anybody to a page that is closed', async () => {
    const request = checkoutOf(await aCustomer())
    const first = await payments.startCheckout(request)
    await submitCard(first.kind === 'started' ? first.url : '', PAYS)
    expect(await payments.startCheckout(request)).toMatchObject({ kind: 'unavailable' })
  })

  test('a checkout whose answer is lost is opened once', async () => {
    const customerId = await aCustomer()
    loseAnswers('/v1/checkout/sessions', 1)
    expect(await payments.startCheckout(checkoutOf(customerId))).toMatchObject({ kind: 'started' })
    expect(posts('/v1/checkout/sessions').length).toBeGreaterThan(1)
    expect(provider.checkoutSessions().map(({ status }) => status)).toEqual(['open'])
  })

  test('a checkout for a customer who was deleted at the provider reports it', async () => {
    const customerId = await aCustomer()
    await clientOf(provider).customers.del(customerId)
    expect(await payments.startCheckout(checkoutOf(customerId))).toEqual({ kind: 'unknown_customer' })
  })
})
