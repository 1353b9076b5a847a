import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { until } from '#test/phone-simulator/until.ts'
import {
  clientOf,
  createPrices,
  DECLINED,
  openCheckout,
  PAYS,
  PAYS_FIRST,
  startSimulation,
  submitCard,
  subscribe,
  WEBHOOK_SECRET,
} from '#test/stripe-simulator/start-simulation.ts'

test('prices are found by lookup key, and a key belongs to one price at a time', async () => {
  const { stripe } = await startSimulation()
  const { basic, addOn } = await createPrices(stripe)
  const found = await stripe.prices.list({ lookup_keys: ['basic_monthly', 'nobody'] })
  expect(found.data).toMatchObject([{ id: basic.id, unit_amount: 1999, product: basic.product }])
  expect(basic.recurring).toMatchObject({ interval: 'month', interval_count: 1 })

  const recurring = { interval: 'month' } as const
  const again = {
    currency: 'usd',
    unit_amount: 2499,
    product: String(basic.product),
    lookup_key: 'basic_monthly',
    recurring,
  }
  await expect(stripe.prices.create(again)).rejects.toMatchObject({ code: 'resource_already_exists', statusCode: 400 })
  const moved = await stripe.prices.create({ ...again, transfer_lookup_key: true })
  expect((await stripe.prices.list({ lookup_keys: ['basic_monthly'] })).data.map(({ id }) => id)).toEqual([moved.id])
  const active = await stripe.prices.list({ active: true })
  expect(active.data.map(({ id, lookup_key }) => [id, lookup_key])).toEqual([
    [moved.id, 'basic_monthly'],
    [addOn.id, 'wake_up_monthly'],
    [basic.id, null],
  ])
})

test('a product is created once', async () => {
  const { stripe } = await startSimulation()
  const product = await stripe.products.create({ id: 'basic', name: 'Basic' })
  expect(product).toMatchObject({ id: 'basic', object: 'product', active: true })
  expect(await stripe.products.update('basic', { active: true })).toMatchObject({ name: 'Basic', active: true })
  await expect(stripe.products.create({ id: 'basic', name: 'Basic' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  })
  expect(await stripe.products.retrieve('basic')).toMatchObject({ name: 'Basic' })
})

test('customers keep what they were given, and can be deleted', async () => {
  const { stripe } = await startSimulation()
  const given = { name: 'Eve', email: 'eve@example.com', metadata: { accountId: '7' } }
  const { id } = await stripe.customers.create(given)
  expect(await stripe.customers.retrieve(id)).toMatchObject(given)
  expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ id, deleted: true }))
  await expect(stripe.customers.retrieve(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

test('a checkout that is paid begins a subscription, and its events are signed as the official package verifies', async () => {
  const { stripe, simulator, receiver } = await startSimulation()
  const { basic, addOn } = await createPrices(stripe)
  const customer = await stripe.customers.create({ email: 'margaret@example.com' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: '7',
    line_items: [
      { price: basic.id, quantity: 1 },
      { price: addOn.id, quantity: 1 },
    ],
    subscription_data: { metadata: { accountId: '7' } },
    success_url: 'https://cooee.example/done?session={CHECKOUT_SESSION_ID}',
  })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 2598, subscription: null })
  const paid = await submitCard(session.url ?? '', PAYS)
  expect(paid).toMatchObject({ status: 303, location: `https://cooee.example/done?session=${session.id}` })

  expect(simulator.checkoutSessions()).toMatchObject([
    { id: session.id, status: 'complete', payment_status: 'paid', url: null, client_reference_id: '7' },
  ])
  expect(simulator.subscriptions()).toMatchObject([
    {
      status: 'active',
      customer: customer.id,
      metadata: { accountId: '7' },
      items: { data: [{ price: { id: basic.id } }, { price: { lookup_key: 'wake_up_monthly' } }] },
    },
  ])
  expect(simulator.invoices()).toMatchObject([
    { status: 'paid', amount_paid: 2598, billing_reason: 'subscription_create' },
  ])
  expect((await stripe.checkout.sessions.list({ customer: customer.id, status: 'complete' })).data).toHaveLength(1)

  await until('all is reported', () => receiver.types().includes('checkout.session.completed'))
  expect(receiver.refused).toEqual([])
  expect(receiver.types()).toEqual(
    expect.arrayContaining(['invoice.paid', 'customer.subscription.created', 'payment_method.attached']),
  )
  const told = receiver.received.find(({ type }) => type === 'checkout.session.completed')
  expect(told).toMatchObject({
    object: 'event',
    livemode: false,
    data: { object: { id: session.id, status: 'complete' } },
  })
})

test('an event with another body or another secret is not accepted', async () => {
  const { stripe, receiver } = await startSimulation()
  await stripe.customers.create({ name: 'Ann' })
  await until('it is reported', () => receiver.received.length === 1)
  const body = JSON.stringify(receiver.received[0])
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' })
  expect(() => stripe.webhooks.constructEvent(body, header, WEBHOOK_SECRET)).toThrow(/signature/i)
})

test('items come and go with prorations on the next invoice', async () => {
  const { stripe, simulator } = await startSimulation()
  const { subscription, addOn, customer } = await subscribe(stripe)
  const added = await stripe.subscriptions.update(subscription.id, { items: [{ price: addOn.id, quantity: 1 }] })
  expect(added.items.data.map(({ price }) => price.lookup_key)).toEqual(['basic_monthly', 'wake_up_monthly'])
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
  await expect(
    stripe.subscriptions.update(subscription.id, { items: [{ price: addOn.id, quantity: 1 }] }),
  ).rejects.toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })

  expect(simulator.advance(subscription.id)).toBe('renewed')
  const renewal = await stripe.invoices.list({ subscription: subscription.id, limit: 1 })
  expect(renewal).toMatchObject({ has_more: true, data: [{ status: 'paid', billing_reason: 'subscription_cycle' }] })
  const [invoice] = renewal.data
  expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([599, 1999, 599])
  expect(invoice?.amount_paid).toBe(3197)

  const [, item] = added.items.data
  const removed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item?.id, deleted: true }],
  })
  expect(removed.items.data).toHaveLength(1)
  await expect(
    stripe.subscriptions.update(subscription.id, { items: [{ id: removed.items.data[0]?.id, deleted: true }] }),
  ).rejects.toMatchObject({ statusCode: 400 })
})

test('a subscription ends with its period, or at once, and the first can be undone', async () => {
  const { stripe, simulator, receiver } = await startSimulation()
  const { subscription } = await subscribe(stripe)
  const cancelling = await stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
  })
  expect(cancelling).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: subscription.items.data[0]?.current_period_end,
  })
  expect(await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at: null,
    canceled_at: null,
    cancel_at_period_end: false,
  })
  expect(simulator.advance(subscription.id)).toBe('renewed')
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(simulator.advance(subscription.id)).toBe('ended')
  expect(simulator.advance(subscription.id)).toBeNull()
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
  await until('its end is reported', () => receiver.types().includes('customer.subscription.deleted'))

  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  expect((await stripe.subscriptions.list()).data).toEqual([])
})

test('cancelled at once, a subscription is over and a second cancel finds none', async () => {
  const { stripe } = await startSimulation()
  const { subscription, customer } = await subscribe(stripe)
  const ended = await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
  expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1999 })
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 })
  await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject({
    code: 'invalid_canceled_subscription_fields',
  })
})

test('a renewal that the card refuses leaves the subscription past due, until the open invoice is paid', async () => {
  const { stripe, simulator, receiver } = await startSimulation()
  const { subscription, customer } = await subscribe(stripe, PAYS_FIRST)
  expect(subscription.default_payment_method).toMatch(/^pm_/)
  expect((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({
    invoice_settings: { default_payment_method: null },
  })
  expect(simulator.advance(customer.id)).toBe('payment-failed')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data
  expect(invoice).toMatchObject({ attempt_count: 1, amount_remaining: 1999 })
  await until('the failure is reported', () => receiver.types().includes('invoice.payment_failed'))
  await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    type: 'StripeCardError',
  })
  expect(simulator.advance(subscription.id)).toBe('payment-failed')
  expect(simulator.advance(subscription.id)).toBe('payment-failed')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('unpaid')

  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'https://cooee.example/',
  })
  expect(await submitCard(portal.url, DECLINED)).toMatchObject({ status: 402 })
  expect((await submitCard(portal.url, PAYS)).text).toContain('Your card has been changed.')
  const methods = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' })
  expect(methods.data.map(({ card }) => card)).toMatchObject([
    { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
    { brand: 'visa', last4: '0341' },
  ])
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: methods.data[0]?.id },
  })
  expect(await stripe.invoices.pay(invoice?.id ?? '')).toMatchObject({ status: 'paid', amount_remaining: 0 })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
})

test('the same key and the same request are carried out once; the same key with another request is refused', async () => {
  const { stripe, simulator } = await startSimulation()
  const create = (name: string) => stripe.customers.create({ name }, { idempotencyKey: 'customer-of-account-7' })
  const first = await create('Ann')
  const second = await create('Ann')
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(simulator.customers()).toHaveLength(1)
  await expect(create('Bob')).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  await expect(
    stripe.products.create({ name: 'Ann' }, { idempotencyKey: 'customer-of-account-7' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  // A request that was never carried out leaves the key free.
  const bad = { idempotencyKey: 'corrected' }
  await expect(stripe.customers.create({ email: 'nobody' }, bad)).rejects.toMatchObject({ code: 'email_invalid' })
  expect(await stripe.customers.create({ email: 'ann@example.com' }, bad)).toMatchObject({ email: 'ann@example.com' })
})

test('refusals have the provider’s types, codes and statuses', async () => {
  const { stripe, simulator } = await startSimulation()
  const { basic } = await createPrices(stripe)
  const customer = await stripe.customers.create({})
  const invalid = { statusCode: 400, type: 'StripeInvalidRequestError' }
  await expect(clientOf(simulator, 'sk_test_somebody_else').prices.list()).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  })
  await expect(stripe.subscriptions.retrieve('sub_nobody')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such subscription: 'sub_nobody'",
  })
  await expect(openCheckout(stripe, 'cus_nobody', basic.id)).rejects.toMatchObject({
    ...invalid,
    code: 'resource_missing',
    param: 'customer',
  })
  await expect(openCheckout(stripe, customer.id, 'price_nobody')).rejects.toMatchObject({
    ...invalid,
    param: 'line_items[0][price]',
  })
  await expect(
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: basic.id, quantity: 1 }],
    }),
  ).rejects.toMatchObject({ ...invalid, param: 'success_url', code: 'parameter_missing' })
  await expect(stripe.customers.create({ tax_exempt: 'exempt' })).rejects.toMatchObject({
    ...invalid,
    code: 'parameter_unknown',
    param: 'tax_exempt',
  })
  await expect(stripe.prices.list({ limit: 0 })).rejects.toMatchObject({ code: 'parameter_invalid_integer' })
  await expect(stripe.products.create({ name: '' })).rejects.toMatchObject({ code: 'parameter_invalid_empty' })
  await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 })
  await expect(fetch(`${simulator.url}/v1/prices`).then((response) => response.status)).resolves.toBe(401)
})

test('a session can be closed by the account, and its page says so', async () => {
  const { stripe } = await startSimulation()
  const { basic } = await createPrices(stripe)
  const customer = await stripe.customers.create({})
  const session = await openCheckout(stripe, customer.id, basic.id)
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
  expect(await submitCard(session.url ?? '', PAYS)).toMatchObject({ status: 410 })
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
})
