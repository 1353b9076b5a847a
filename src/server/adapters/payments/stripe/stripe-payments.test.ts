import { describe, expect, test } from 'vitest'
import { unknownIn } from '#test/adapters/stripe/api-parameters.ts'
import {
  aCheckout,
  aCustomer,
  aKey,
  aSubscriber,
  line,
  loseAnswers,
  payments,
  posts,
  provider,
  setUpStripe,
  subscriptionOf,
} from '#test/stripe-fixture.ts'
import { clientOf, PAYS, PAYS_FIRST, submitCard } from '#test/stripe-simulator/start-simulation.ts'

setUpStripe()

describe('the subscription of a customer', () => {
  test('a subscription does not exist before a checkout was paid, nor for an unknown customer', async () => {
    const none = { kind: 'found', subscription: null }
    expect(await payments.subscriptionOf(await aCustomer())).toEqual(none)
    await clientOf(provider).customers.del((await aSubscriber()).customerId)
    expect(await payments.subscriptionOf('cus_nobody')).toEqual(none)
    expect(await payments.invoicesOf('cus_nobody')).toEqual({ kind: 'found', invoices: [] })
    expect(await payments.cardsOf('cus_nobody')).toEqual({ kind: 'found', cards: [] })
  })

  test('a subscription whose renewal fails is past due since that invoice, until the card is changed and it is paid', async () => {
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

  test('a subscription whose renewal failed is paid with the present card, and a declined card is reported in the provider’s words', async () => {
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

  test('a subscription is paid once, though the answer was lost or two requests come at once', async () => {
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

  test('a subscription is not paid where no card is kept', async () => {
    const { customerId, subscriptionId } = await aSubscriber({ card: PAYS_FIRST })
    provider.advance(subscriptionId)
    const body = JSON.stringify({ ...provider.subscriptions()[0], default_payment_method: null })
    line.fault = ({ path }) => (path === `/v1/subscriptions/${subscriptionId}` ? { status: 200, body } : null)
    const outcome = await payments.payOpenInvoices({ customerId, subscriptionId, key: aKey() })
    expect(outcome.kind).toBe('declined')
    expect(posts('/pay')).toEqual([])
  })

  test('a renewed subscription stays active, and has a further invoice', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    expect(provider.advance(subscriptionId)).toBe('renewed')
    expect(await subscriptionOf(customerId)).toMatchObject({ status: 'active', subscriptionId })
    const found = await payments.invoicesOf(customerId)
    expect(found.kind === 'found' && found.invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('a subscription ends with its paid period on request, and stays active when the request is withdrawn', async () => {
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

  test('a subscription whose end was set to a separate day at the provider goes on when that is taken back', async () => {
    const { subscriptionId } = await aSubscriber()
    const body = JSON.stringify({ ...provider.subscriptions()[0], cancel_at: 1_900_000_000 })
    line.fault = ({ path }) => (path === `/v1/subscriptions/${subscriptionId}` ? { status: 200, body } : null)
    await payments.setCancelAtPeriodEnd({ subscriptionId, cancels: false, key: aKey() })
    expect(posts('/v1/subscriptions').map(({ form }) => form.toString())).toEqual(['cancel_at='])
  })

  test('a subscription that has ended cannot be changed any more, and ending it again is no failure', async () => {
    const { subscriptionId } = await aSubscriber()
    const end = () => payments.endNow({ subscriptionId, key: aKey() })
    expect(await end()).toEqual({ kind: 'done' })
    expect(await end()).toEqual({ kind: 'done' })
    const ended = { kind: 'declined', message: 'This subscription has ended.' }
    expect(await payments.setCancelAtPeriodEnd({ subscriptionId, cancels: false, key: aKey() })).toEqual(ended)
    expect(await payments.setAddOns({ subscriptionId, addOns: [], key: aKey() })).toEqual(ended)
    expect(await payments.setAddOns({ subscriptionId: 'sub_nobody', addOns: [], key: aKey() })).toEqual(ended)
  })

  test('a subscription that is ended at once has the unused time credited', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    await payments.endNow({ subscriptionId, key: aKey() })
    const found = await payments.invoicesOf(customerId)
    expect(found.kind === 'found' && found.invoices.some(({ amountCents }) => amountCents < 0)).toBe(true)
  })

  test('a customer’s subscription is the older of two living ones, and the other is named as surplus', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    const { url } = await aCheckout(customerId, ['WELLNESS_CHECK'])
    await submitCard(url, PAYS)
    const second = provider.subscriptions().find(({ id }) => id !== subscriptionId)?.id ?? ''
    expect(await subscriptionOf(customerId)).toMatchObject({ subscriptionId, surplusIds: [second] })
    await payments.endNow({ subscriptionId, key: aKey() })
    expect(await subscriptionOf(customerId)).toMatchObject({ subscriptionId: second, surplusIds: [] })
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

test('a customer gets another address, and one that the provider knows no more is no failure', async () => {
  const { customerId } = await aSubscriber()
  const tom = { email: 'tom@example.com', name: 'Tom Hartley' }
  expect(await payments.updateCustomer({ customerId, ...tom })).toEqual({ kind: 'done' })
  expect(provider.customers().find(({ id }) => id === customerId)).toMatchObject(tom)
  expect(await payments.updateCustomer({ customerId: 'cus_unknown', ...tom })).toEqual({ kind: 'done' })
})

test('the portal leads to a page that changes the card and back', async () => {
  const { customerId } = await aSubscriber()
  const returnUrl = 'https://cooee.example/subscription'
  const opened = await payments.openPortal({ customerId, returnUrl, key: aKey() })
  const page = await (await fetch(opened.kind === 'opened' ? opened.url : '')).text()
  expect(page).toContain('ending in 4242')
  expect(page).toContain(`href="${returnUrl}"`)
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
