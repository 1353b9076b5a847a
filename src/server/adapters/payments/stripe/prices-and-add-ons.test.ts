import { describe, expect, test } from 'vitest'
import type { AddOnId } from '#core/plans/prices.ts'
import {
  aCheckout,
  aCustomer,
  aKey,
  aSubscriber,
  checkoutOf,
  line,
  payments,
  posts,
  provider,
  setUpStripe,
  subscriptionOf,
} from '#test/stripe-fixture.ts'
import { clientOf } from '#test/stripe-simulator/start-simulation.ts'

setUpStripe()

describe('the prices', () => {
  test('prices are created once, however often and by however many', async () => {
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

  test('prices that differ are reported and kept, unless their name is to move to a new one; subscribers keep the old price', async () => {
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

  test('missing prices are named, and found as soon as they exist', async () => {
    const customerId = await aCustomer()
    expect(await payments.startCheckout(checkoutOf(customerId, ['WAKE_UP_CALL']))).toEqual({
      kind: 'not_set_up',
      missing: ['cooee_basic_monthly', 'cooee_wake_up_call_monthly'],
    })
    await payments.setUpPrices()
    expect(await payments.startCheckout(checkoutOf(customerId))).toMatchObject({ kind: 'started' })
  })

  test('prices are looked up once for many checkouts', async () => {
    await payments.setUpPrices()
    const customerId = await aCustomer()
    line.overheard.length = 0
    await aCheckout(customerId)
    await aCheckout(customerId, ['WAKE_UP_CALL'])
    expect(line.overheard.filter(({ path }) => path === '/v1/prices')).toHaveLength(1)
  })
})

describe('add-ons', () => {
  test('add-ons are added and removed, prorated onto the next invoice, and the others are left', async () => {
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

  test('add-ons on an old price of the same product stay what they are', async () => {
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

  test('add-ons that two tabs set at once are those of one tab, and the other is asked to load them again', async () => {
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

  test('other paid items at the provider are not add-ons', async () => {
    const { customerId, subscriptionId } = await aSubscriber()
    const stripe = clientOf(provider)
    const recurring = { interval: 'month' } as const
    const { id: product } = await stripe.products.create({ name: 'Something else' })
    const extra = { currency: 'usd', unit_amount: 250, recurring, product }
    const { id: price } = await stripe.prices.create(extra)
    await stripe.subscriptions.update(subscriptionId, { items: [{ price, quantity: 2 }] })
    expect(await subscriptionOf(customerId)).toMatchObject({ addOns: [], monthlyCents: 1999 + 500 })
    await payments.setAddOns({ subscriptionId, addOns: ['WAKE_UP_CALL'], key: aKey() })
    expect(await subscriptionOf(customerId)).toMatchObject({ addOns: ['WAKE_UP_CALL'], monthlyCents: 1999 + 500 + 399 })
  })
})
