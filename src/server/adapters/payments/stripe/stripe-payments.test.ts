import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AddOnId } from '#core/plans/prices.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { clientOf, DECLINED, PAYS, PAYS_FIRST, submitCard } from '#simulators/stripe/testing/start-simulation.ts'
import type { PaidSubscription, Payments } from '../payments.ts'
import { stripePayments } from './stripe-payments.ts'
import { unknownIn } from './testing/api-parameters.ts'
import { type Line, overhear } from './testing/overhear.ts'

const KEYS = { secretKey: 'sk_test_of_the_tests_1234', webhookSecret: 'whsec_of_the_tests' }

let provider: StripeSimulator
let line: Line
let payments: Payments

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

let keys = 0
const aKey = () => {
  keys += 1
  return `key-${keys}`
}
/** Loses the first answers to writes of that path. */
function loseAnswers(path: string, atFirst: number): void {
  let left = atFirst
  line.fault = (asked) => {
    if (asked.method !== 'POST' || asked.path !== path || left === 0) return null
    left -= 1
    return 'answer-lost'
  }
}
async function aCustomer(): Promise<string> {
  const outcome = await payments.createCustomer({
    accountId: 7,
    email: 'jane@example.com',
    name: 'Jane Hartley',
    key: aKey(),
  })
  if (outcome.kind !== 'created') throw new Error(outcome.why)
  return outcome.customerId
}
const checkoutOf = (customerId: string, addOns: AddOnId[] = [], key = aKey()) => ({
  customerId,
  accountId: 7,
  addOns,
  successUrl: 'https://cooee.example/subscription?success=true',
  cancelUrl: 'https://cooee.example/subscription?canceled=true',
  key,
})
async function aCheckout(customerId: string, addOns: AddOnId[] = []): Promise<{ checkoutId: string; url: string }> {
  const outcome = await payments.startCheckout(checkoutOf(customerId, addOns))
  if (outcome.kind !== 'started') throw new Error(outcome.kind)
  return outcome
}
async function subscriptionOf(customerId: string): Promise<PaidSubscription> {
  const outcome = await payments.subscriptionOf(customerId)
  if (outcome.kind !== 'found' || !outcome.subscription) throw new Error('There is no subscription')
  return outcome.subscription
}
/** Somebody who has subscribed with that card. */
async function aSubscriber({
  card = PAYS,
  addOns = [] as AddOnId[],
} = {}): Promise<PaidSubscription & { customerId: string }> {
  await payments.setUpPrices()
  const customerId = await aCustomer()
  const { url } = await aCheckout(customerId, addOns)
  expect((await submitCard(url, card)).status).toBe(303)
  return { customerId, ...(await subscriptionOf(customerId)) }
}
const posts = (path: string) => line.overheard.filter((asked) => asked.method === 'POST' && asked.path.includes(path))

describe('the prices', () => {
  test('are created once, however often and by however many', async () => {
    const both = await Promise.all([payments.setUpPrices(), payments.setUpPrices()])
    const created = both.flatMap((outcome) => (outcome.kind === 'done' ? outcome.created : []))
    expect(created.toSorted()).toEqual(
      ['cooee_basic', 'cooee_medication_reminder', 'cooee_wake_up_call', 'cooee_wellness_check']
        .flatMap((product) => [product, `${product}_monthly`])
        .toSorted(),
    )
    expect(await payments.setUpPrices()).toEqual({ kind: 'done', created: [], differing: [] })
    const { data } = await clientOf(provider).prices.list()
    expect(data.map(({ lookup_key, unit_amount, currency }) => [lookup_key, unit_amount, currency]).toSorted()).toEqual(
      [
        ['cooee_basic_monthly', 1999, 'usd'],
        ['cooee_medication_reminder_monthly', 599, 'usd'],
        ['cooee_wake_up_call_monthly', 399, 'usd'],
        ['cooee_wellness_check_monthly', 799, 'usd'],
      ],
    )
  })

  test('that differ are told of and left, unless their name shall go to a new one; who subscribed keeps the old', async () => {
    const subscriber = await aSubscriber({ addOns: ['WAKE_UP_CALL'] })
    const stripe = clientOf(provider)
    const dearer = {
      currency: 'usd',
      unit_amount: 2999,
      product: 'cooee_basic',
      recurring: { interval: 'month' },
    } as const
    await stripe.prices.create({ ...dearer, lookup_key: 'cooee_basic_monthly', transfer_lookup_key: true })
    expect(await payments.setUpPrices()).toEqual({
      kind: 'done',
      created: [],
      differing: [
        {
          lookupKey: 'cooee_basic_monthly',
          there: '2999 usd cents a month',
          wanted: '1999 usd cents a month',
        },
      ],
    })
    const replaced = await payments.setUpPrices({ replaces: true })
    expect(replaced).toEqual({ kind: 'done', created: ['cooee_basic_monthly'], differing: [] })
    expect(await subscriptionOf(subscriber.customerId)).toMatchObject({
      monthlyCents: 1999 + 399,
      addOns: ['WAKE_UP_CALL'],
    })
  })

  test('that are not there are named, and found as soon as they are', async () => {
    const customerId = await aCustomer()
    expect(await payments.startCheckout(checkoutOf(customerId, ['WAKE_UP_CALL']))).toEqual({
      kind: 'not_set_up',
      missing: ['cooee_basic_monthly', 'cooee_wake_up_call_monthly'],
    })
    await payments.setUpPrices()
    expect(await payments.startCheckout(checkoutOf(customerId))).toMatchObject({ kind: 'started' })
  })

  test('are looked up once for many checkouts', async () => {
    await payments.setUpPrices()
    const customerId = await aCustomer()
    line.overheard.length = 0
    await aCheckout(customerId)
    await aCheckout(customerId, ['WAKE_UP_CALL'])
    expect(line.overheard.filter(({ path }) => path === '/v1/prices')).toHaveLength(1)
  })
})

describe('a checkout', () => {
  beforeEach(() => payments.setUpPrices())

  test('asks for the plan and the add-ons, and says whose it is', async () => {
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

  test('that is paid becomes a subscription that bears the account', async () => {
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

  test('with a card that is declined leaves nobody subscribed', async () => {
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

  test('that was left open is closed for good, and what was paid before is left', async () => {
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

  test('that is asked for by many at once leaves one open', async () => {
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

  test('whose answer is lost is opened once', async () => {
    const customerId = await aCustomer()
    loseAnswers('/v1/checkout/sessions', 1)
    expect(await payments.startCheckout(checkoutOf(customerId))).toMatchObject({ kind: 'started' })
    expect(posts('/v1/checkout/sessions').length).toBeGreaterThan(1)
    expect(provider.checkoutSessions().map(({ status }) => status)).toEqual(['open'])
  })

  test('for a customer that was deleted at the provider says so', async () => {
    const customerId = await aCustomer()
    await clientOf(provider).customers.del(customerId)
    expect(await payments.startCheckout(checkoutOf(customerId))).toEqual({ kind: 'unknown_customer' })
  })
})

describe('the subscription of a customer', () => {
  test('is none before a checkout was paid, and none of a customer nobody knows', async () => {
    const none = { kind: 'found', subscription: null }
    expect(await payments.subscriptionOf(await aCustomer())).toEqual(none)
    await clientOf(provider).customers.del((await aSubscriber()).customerId)
    expect(await payments.subscriptionOf('cus_nobody')).toEqual(none)
    expect(await payments.invoicesOf('cus_nobody')).toEqual({ kind: 'found', invoices: [] })
    expect(await payments.cardsOf('cus_nobody')).toEqual({ kind: 'found', cards: [] })
  })

  test('whose renewal fails is past due since that invoice, until the card is changed and it is paid', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ card: PAYS_FIRST })
    expect(provider.advance(subscriptionId)).toBe('payment-failed')
    const behind = await subscriptionOf(customerId)
    expect(behind).toMatchObject({ status: 'past_due', subscriptionId, endedAt: null })
    const open = provider.invoices().find(({ status }) => status === 'open')
    expect(behind.unpaidSince).toEqual(new Date((open?.created ?? 0) * 1000))

    // Later tries fail as well, until the provider gives up; the oldest invoice stays the one that counts.
    for (let tries = 0; tries < 4; tries += 1) provider.advance(subscriptionId)
    expect(provider.subscriptions()[0]?.status).toBe('unpaid')
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'past_due', unpaidSince: behind.unpaidSince })

    expect((await submitCard(open?.hosted_invoice_url ?? '', PAYS)).status).toBe(200)
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'active', unpaidSince: null })
    const cards = await payments.cardsOf(customerId)
    expect(cards.kind === 'found' && cards.cards.map(({ last4, paysPlan }) => [last4, paysPlan])).toEqual([
      ['4242', true],
      ['0341', false],
    ])
  })

  test('whose renewal failed is paid with the card there is now, and the one that was declined is told in its words', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ card: PAYS_FIRST })
    const pay = (key = aKey()) => payments.payOpenInvoices({ customerId, subscriptionId, key })
    expect(await pay()).toEqual({ kind: 'done' })
    expect(posts('/pay')).toEqual([])
    provider.advance(subscriptionId)
    expect(await pay('one-press')).toMatchObject({ kind: 'declined', message: expect.stringMatching(/declined/) })
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'past_due' })

    const portal = await payments.openPortal({ customerId, returnUrl: 'https://cooee.example', key: aKey() })
    await submitCard(portal.kind === 'opened' ? portal.url : '', PAYS)
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'past_due' })
    // Also the same press again: what another card was refused is no answer to this one.
    expect(await pay('one-press')).toEqual({ kind: 'done' })
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'active', unpaidSince: null })
  })

  test('is paid once, though the answer was lost or two press at once', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ card: PAYS_FIRST })
    provider.advance(subscriptionId)
    const portal = await payments.openPortal({ customerId, returnUrl: 'https://cooee.example', key: aKey() })
    await submitCard(portal.kind === 'opened' ? portal.url : '', PAYS)
    const open = provider.invoices().find(({ status }) => status === 'open')
    loseAnswers(`/v1/invoices/${open?.id}/pay`, 1)
    const pay = () => payments.payOpenInvoices({ customerId, subscriptionId, key: aKey() })
    expect(await Promise.all([pay(), pay()])).toEqual([{ kind: 'done' }, { kind: 'done' }])
    expect(provider.invoices().filter(({ status }) => status === 'paid')).toHaveLength(2)
  })

  test('is not paid where no card is kept', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ card: PAYS_FIRST })
    provider.advance(subscriptionId)
    const body = JSON.stringify({ ...provider.subscriptions()[0], default_payment_method: null })
    line.fault = ({ path }) => (path === `/v1/subscriptions/${subscriptionId}` ? { status: 200, body } : null)
    const outcome = await payments.payOpenInvoices({ customerId, subscriptionId, key: aKey() })
    expect(outcome.kind).toBe('declined')
    expect(posts('/pay')).toEqual([])
  })

  test('that is renewed goes on, and has a further invoice', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    expect(provider.advance(subscriptionId)).toBe('renewed')
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'active', subscriptionId })
    const found = await payments.invoicesOf(customerId)
    expect(found.kind === 'found' && found.invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('ends with its paid period when that is asked for, and does not when it is taken back', async () => {
    const { customerId, subscriptionId, periodEnd } = await aSubscriber()
    const set = (cancels: boolean) => payments.setCancelAtPeriodEnd({ subscriptionId, cancels, key: aKey() })
    expect(await set(true)).toEqual({ kind: 'done' })
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'active', cancelsAt: periodEnd })
    expect(await set(false)).toEqual({ kind: 'done' })
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'active', cancelsAt: null })
    await set(true)
    expect(provider.advance(subscriptionId)).toBe('ended')
    expect(await subscriptionOf(customerId)).toMatchObject({
      status: 'ended',
      endedAt: expect.any(Date),
      cancelsAt: null,
    })
  })

  test('whose end was set to a day of its own at the provider goes on when that is taken back', async () => {
    const { subscriptionId } = await aSubscriber()
    const body = JSON.stringify({ ...provider.subscriptions()[0], cancel_at: 1_900_000_000 })
    line.fault = ({ path }) => (path === `/v1/subscriptions/${subscriptionId}` ? { status: 200, body } : null)
    await payments.setCancelAtPeriodEnd({ subscriptionId, cancels: false, key: aKey() })
    expect(posts('/v1/subscriptions').map(({ form }) => form.toString())).toEqual(['cancel_at='])
  })

  test('that has ended cannot be changed any more, and ending it again is no failure', async () => {
    const { subscriptionId } = await aSubscriber()
    const end = () => payments.endNow({ subscriptionId, key: aKey() })
    expect(await end()).toEqual({ kind: 'done' })
    expect(await end()).toEqual({ kind: 'done' })
    const ended = { kind: 'declined', message: 'This subscription has ended.' }
    expect(await payments.setCancelAtPeriodEnd({ subscriptionId, cancels: false, key: aKey() })).toEqual(ended)
    expect(await payments.setAddOns({ subscriptionId, addOns: [], key: aKey() })).toEqual(ended)
    expect(await payments.setAddOns({ subscriptionId: 'sub_nobody', addOns: [], key: aKey() })).toEqual(ended)
  })

  test('that is ended now has the unused time credited', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    await payments.endNow({ subscriptionId, key: aKey() })
    const found = await payments.invoicesOf(customerId)
    expect(found.kind === 'found' && found.invoices.some(({ amountCents }) => amountCents < 0)).toBe(true)
  })

  test('is the older of two living ones, and the other is named as one too many', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    const { url } = await aCheckout(customerId, ['WELLNESS_CHECK'])
    await submitCard(url, PAYS)
    const second = provider.subscriptions().find(({ id }) => id !== subscriptionId)?.id ?? ''
    expect(await subscriptionOf(customerId)).toMatchObject({ subscriptionId, surplusIds: [second] })
    await payments.endNow({ subscriptionId, key: aKey() })
    expect(await subscriptionOf(customerId)).toMatchObject({ subscriptionId: second, surplusIds: [] })
  })
})

describe('add-ons', () => {
  test('are added and removed, prorated onto the next invoice, and what is as it should be is left', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ addOns: ['MEDICATION_REMINDER'] })
    const set = (addOns: AddOnId[]) => payments.setAddOns({ subscriptionId, addOns, key: aKey() })
    expect(await set(['WAKE_UP_CALL', 'MEDICATION_REMINDER'])).toEqual({ kind: 'done' })
    expect((await subscriptionOf(customerId)).addOns).toEqual(['MEDICATION_REMINDER', 'WAKE_UP_CALL'])
    expect(await set(['WAKE_UP_CALL'])).toEqual({ kind: 'done' })
    expect(await subscriptionOf(customerId)).toMatchObject({ addOns: ['WAKE_UP_CALL'], monthlyCents: 1999 + 399 })
    line.overheard.length = 0
    expect(await set(['WAKE_UP_CALL'])).toEqual({ kind: 'done' })
    expect(posts('/v1/subscriptions')).toEqual([])
    provider.advance(subscriptionId)
    const lines = provider.invoices().find(({ billing_reason }) => billing_reason === 'subscription_cycle')?.lines.data
    expect(lines?.map(({ description }) => description).join('\n')).toMatch(/Remaining time on Wake-up Call/)
  })

  test('on an old price of the same product stay what they are', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ addOns: ['WAKE_UP_CALL'] })
    const dearer = { currency: 'usd', unit_amount: 999, product: 'cooee_wake_up_call' }
    const price = { ...dearer, recurring: { interval: 'month' as const }, lookup_key: 'cooee_wake_up_call_monthly' }
    await clientOf(provider).prices.create({ ...price, transfer_lookup_key: true })
    await payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL', 'WELLNESS_CHECK'], key: aKey() })
    expect(await subscriptionOf(customerId)).toMatchObject({
      addOns: ['WELLNESS_CHECK', 'WAKE_UP_CALL'],
      monthlyCents: 1999 + 399 + 799,
    })
    await payments.setAddOns({ subscriptionId, addOns: [], key: aKey() })
    expect(await subscriptionOf(customerId)).toMatchObject({ addOns: [], monthlyCents: 1999 })
  })

  test('that two tabs set at once are those of one of them, and the other is asked to look again', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    const key = aKey()
    const both = await Promise.all([
      payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL'], key }),
      payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL', 'WELLNESS_CHECK'], key }),
    ])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'unavailable'])
    const { addOns } = await subscriptionOf(customerId)
    expect(addOns.length).toBe(both[0].kind === 'done' ? 1 : 2)
  })

  test('are not what the provider has beside them, although it is paid for', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    const stripe = clientOf(provider)
    const recurring = { interval: 'month' } as const
    const extra = { currency: 'usd', unit_amount: 250, recurring, product_data: { name: 'Something else' } }
    const { id: price } = await stripe.prices.create(extra)
    await stripe.subscriptions.update(subscriptionId, { items: [{ price, quantity: 2 }] })
    expect(await subscriptionOf(customerId)).toMatchObject({ addOns: [], monthlyCents: 1999 + 500 })
    await payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL'], key: aKey() })
    expect(await subscriptionOf(customerId)).toMatchObject({ addOns: ['WAKE_UP_CALL'], monthlyCents: 1999 + 500 + 399 })
  })
})

test('a customer is created once although its answer was lost, and carries the account', async () => {
  loseAnswers('/v1/customers', 2)
  const create = () =>
    payments.createCustomer({ accountId: 7, email: 'jane@example.com', name: null, key: 'account-7' })
  expect(await create()).toMatchObject({ kind: 'unavailable' })
  expect(await create()).toMatchObject({ kind: 'created' })
  expect(provider.customers()).toMatchObject([{ email: 'jane@example.com', metadata: { accountId: '7' } }])
})

test('the portal leads to a page that changes the card and back', async () => {
  const { customerId } = await aSubscriber()
  const returnUrl = 'https://cooee.example/subscription'
  const opened = await payments.openPortal({ customerId, returnUrl, key: aKey() })
  const page = await (await fetch(opened.kind === 'opened' ? opened.url : '')).text()
  expect(page).toContain('ending in 4242')
  expect(page).toContain(`href="${returnUrl}"`)
})

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
  ])('with %s is unavailable, whatever was asked, and no secret is in the reason', async (_, status, error) => {
    failing(status, error)
    for (const outcome of await Promise.all(everything())) {
      expect(outcome).toMatchObject({ kind: 'unavailable', why: expect.stringContaining(String(status)) })
      expect(JSON.stringify(outcome)).not.toContain('1234')
    }
  })

  test('with a page instead of JSON is unavailable', async () => {
    line.fault = () => ({ status: 200, body: '<html>proxy</html>' })
    expect(await payments.subscriptionOf('cus_1')).toMatchObject({ kind: 'unavailable' })
  })

  test('that nobody listens for is unavailable', async () => {
    await line.close()
    expect(await payments.subscriptionOf('cus_1')).toMatchObject({ kind: 'unavailable' })
  })

  test('by declining the card is told in its words', async () => {
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

  test('with a refusal nobody foresaw throws its words, but no email address', async () => {
    failing(400, { type: 'invalid_request_error', param: 'limit', message: 'Invalid integer' })
    await expect(payments.subscriptionOf('cus_1')).rejects.toThrow(/limit.*Invalid integer/)
    failing(400, { type: 'invalid_request_error', param: 'email', message: 'Invalid email address: jane@example.com' })
    const refused = payments.createCustomer({ accountId: 7, email: 'jane@example.com', name: null, key: aKey() })
    await expect(refused).rejects.toThrow(/^(?!.*jane).*email/)
  })

  test('with an answer of another shape throws instead of believing it', async () => {
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

test('the check of requests finds what the provider does not know', () => {
  const asked = (method: string, path: string, form: Record<string, string>) =>
    unknownIn({ method, path, headers: {}, form: new URLSearchParams(form) })
  expect(asked('GET', '/v1/subscriptions', { customer: 'cus_1', limit: 'many' })).toEqual([
    'GET /v1/subscriptions: limit=many',
  ])
  expect(asked('POST', '/v1/checkout/sessions', { colour: 'red' })).toEqual([
    'POST /v1/checkout/sessions: colour=red',
    'POST /v1/checkout/sessions: success_url is missing',
  ])
  expect(asked('POST', '/v1/subscriptions/sub_1', { 'items[0][deleted]': 'true', cancel_at: '' })).toEqual([])
  expect(asked('POST', '/v1/magic', {})).toEqual(['POST /v1/magic'])
})
