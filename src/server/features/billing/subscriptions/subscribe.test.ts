import { describe, expect, test } from 'vitest'
import {
  atProvider,
  cooee,
  DAY,
  jane,
  PAST_DUE,
  payments,
  setUpSubscriber,
  subscribe,
  withKey,
} from '#test/subscriber-fixture.ts'

setUpSubscriber()

describe('subscribing', () => {
  test('subscribing leads to a page of the card provider, and back with a subscription', async () => {
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(200)
    const { clientSecret, url } = answer.json()
    expect(url).toBe(`https://pay.example/${clientSecret}`)
    payments.pay(clientSecret, cooee.clock.now())
    expect((await jane.post('/api/subscription/refresh')).json()).toMatchObject({
      subscriptionPlan: 'Basic Plan',
      subscriptionStatus: 'active',
      subscriptionRenewalDate: '2026-04-09T00:00:00.000Z',
      subscriptionAddOns: [],
    })
  })

  test('subscribing may begin with add-ons', async () => {
    const user = await subscribe(['WELLNESS_CHECK', 'MEDICATION_REMINDER'])
    expect(user.subscriptionAddOns).toEqual(['MEDICATION_REMINDER', 'WELLNESS_CHECK'])
  })

  test('subscribing keeps one customer for an account, however often it is tried', async () => {
    await Promise.all([jane.post('/api/subscription/init'), jane.post('/api/subscription/init')])
    cooee.clock.advance(DAY)
    await jane.post('/api/subscription/init')
    expect(payments.customers.size).toBe(1)
  })

  test('subscribing finds its customer again after Cooee was killed before it was stored', async () => {
    await jane.post('/api/subscription/init')
    await cooee.db.deleteFrom('subscriptions').execute()
    await jane.post('/api/subscription/init')
    expect(payments.customers.size).toBe(1)
  })

  test('subscribing finds its customer again when the answer that named it was lost', async () => {
    payments.lostAnswers = 1
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(503)
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(200)
    expect(payments.customers.size).toBe(1)
  })

  test('subscribing makes another customer when the present one was deleted at the provider', async () => {
    await jane.post('/api/subscription/init')
    payments.customers.clear()
    cooee.clock.advance(60_000)
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(200)
    expect(payments.customers.size).toBe(1)
  })

  test('subscribing opens one checkout for a double click, and another when it is pressed later', async () => {
    const [first, second] = await Promise.all([
      jane.post('/api/subscription/init'),
      jane.post('/api/subscription/init'),
    ])
    expect(second.json()).toEqual(first.json())
    cooee.clock.advance(60_000)
    expect((await jane.post('/api/subscription/init')).json()).not.toEqual(first.json())
  })

  test('subscribing gives the same answer to a client that repeats its key', async () => {
    const first = await withKey('POST', '/api/subscription/init', 'my-own-key-0000001')
    cooee.clock.advance(60_000)
    const again = await withKey('POST', '/api/subscription/init', 'my-own-key-0000001')
    expect(again.json()).toEqual(first.json())
  })

  test('subscribing is refused to a subscriber, also when no event reported the payment', async () => {
    const { clientSecret } = (await jane.post('/api/subscription/init')).json()
    payments.pay(clientSecret, cooee.clock.now())
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe("You're already subscribed.")
  })

  test('subscribing is refused to an account that is past due, and names the way out', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/Change your card, then press Pay now on the Subscription page/)
  })

  test('subscribing is refused to an account that is about to leave, and names the way back', async () => {
    const deleteAt = new Date(cooee.clock.now().getTime() + 7 * DAY)
    const leave = (at: Date | null) => cooee.db.updateTable('accounts').set({ deleteAt: at }).execute()
    await leave(deleteAt)
    const refused = await jane.post('/api/subscription/init')
    await leave(null)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(
      "You've asked us to delete this account. To subscribe, keep it first: in Settings, under Security.",
    )
    expect(payments.customers.size).toBe(0)
  })

  test('subscribing says so when the card provider is down, or its prices are not set up', async () => {
    payments.isDown = true
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(503)
    payments.isDown = false
    payments.isSetUp = false
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toMatch(/the people who run this Cooee need to set up its prices/)
  })

  test('subscribing refuses add-ons that do not exist', async () => {
    expect((await jane.post('/api/subscription/init', { addOns: ['FREE_CALLS'] })).statusCode).toBe(400)
  })
})

test('the page after the checkout says so when the provider is down', async () => {
  await subscribe()
  payments.isDown = true
  expect((await jane.post('/api/subscription/refresh')).statusCode).toBe(503)
})
