import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BillingFixture, billingFixture } from '#test/billing-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { setCancelled } from '../change-subscription.ts'
import { endSubscriptionForGood } from '../end-subscription-for-good.ts'
import { stopCharging } from '../stop-charging.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let billing: BillingFixture
let customer: { accountId: number; customerId: string }

beforeAll(async () => {
  billing = await billingFixture()
})
afterAll(() => billing.close())
beforeEach(async () => {
  billing.provider.clear()
  billing.clock.set(new Date('2026-03-10T00:00:00.000Z'))
  await deleteEverybody(billing.db)
  customer = await billing.aCustomer()
})

const change = (fields: object) => {
  const { subscription } = billing.provider.customer(customer.customerId)
  if (subscription) Object.assign(subscription, fields)
}
const status = async () => (await billing.rowOf(customer.accountId)).status
const after = async (milliseconds: number) => {
  billing.clock.advance(milliseconds)
  await reconcileSubscriptions(billing.deps)
}

test('a payment whose event never came is found within ten minutes of the checkout', async () => {
  await reconcileSubscriptions(billing.deps)
  await billing.db.updateTable('subscriptions').set({ checkoutStartedAt: billing.clock.now() }).execute()
  await billing.pay(customer)
  await after(9 * MINUTE)
  expect(await status()).toBeNull()
  await after(MINUTE)
  expect(await status()).toBe('active')
})

test('a change whose event never came is found within a day', async () => {
  await billing.pay(customer)
  await reconcileSubscriptions(billing.deps)
  change({ status: 'ended', endedAt: billing.clock.now() })
  await after(23 * HOUR)
  expect(await status()).toBe('active')
  await after(HOUR)
  expect(await status()).toBe('ended')
})

test('a payment that failed is checked every hour', async () => {
  await billing.pay(customer)
  change({ status: 'past_due', unpaidSince: billing.clock.now() })
  await reconcileSubscriptions(billing.deps)
  change({ status: 'active', unpaidSince: null })
  await after(HOUR)
  expect(await status()).toBe('active')
})

test('a month that is over is checked every hour until the next has begun', async () => {
  await billing.pay(customer)
  change({ periodEnd: new Date(billing.clock.now().getTime() + HOUR / 2) })
  await reconcileSubscriptions(billing.deps)
  change({ status: 'past_due', unpaidSince: billing.clock.now() })
  await after(HOUR)
  expect(await status()).toBe('past_due')
})

test('a provider that is down for some time is asked again by the next round', async () => {
  await billing.pay(customer)
  billing.provider.isDown = true
  await after(MINUTE)
  expect(await status()).toBeNull()
  billing.provider.isDown = false
  await after(MINUTE)
  expect(await status()).toBe('active')
})

test('an account that cannot be reconciled does not keep the others from it, and is reported', async () => {
  const second = await billing.aCustomer()
  await billing.pay(second)
  billing.provider.beforeAnswer = async (customerId) => {
    if (customerId === customer.customerId) throw new Error('Nobody foresaw this')
  }
  await expect(reconcileSubscriptions(billing.deps)).rejects.toThrow('1 of its parts failed')
  expect(await billing.rowOf(second.accountId)).toMatchObject({ status: 'active' })
})

test('an account that the provider has no answer for does not keep the others from theirs', async () => {
  const second = await billing.aCustomer()
  await billing.pay(second)
  const { provider, deps } = billing
  const payments: typeof provider = {
    ...provider,
    subscriptionOf: async (customerId) =>
      customerId === customer.customerId
        ? { kind: 'unavailable', why: 'scripted' }
        : provider.subscriptionOf(customerId),
  }
  await reconcileSubscriptions({ ...deps, payments })
  expect(await billing.rowOf(second.accountId)).toMatchObject({ status: 'active' })
})

test('a provider that is down is not asked about everybody', async () => {
  for (let count = 0; count < 4; count++) await billing.aCustomer()
  billing.provider.isDown = true
  await reconcileSubscriptions(billing.deps)
  const asked = await billing.db.selectFrom('subscriptions').select('syncNumber').where('syncNumber', '>', 0).execute()
  expect(asked).toHaveLength(3)
})

test('two workers that reconcile at once do nothing twice', async () => {
  await billing.pay(customer)
  await Promise.all([reconcileSubscriptions(billing.deps), reconcileSubscriptions(billing.deps)])
  expect(await billing.eventsOf(customer.accountId)).toEqual(['subscription.created', 'invoice.paid'])
})

test('nothing is asked of the card provider where nobody is charged', async () => {
  await billing.pay(customer)
  await reconcileSubscriptions({ ...billing.deps, payments: null })
  expect(await status()).toBeNull()
})

test('an account that leaves pays for nothing any more', async () => {
  await billing.pay(customer)
  await billing.pay(customer)
  await syncSubscription(billing.deps, customer.accountId)
  billing.provider.isDown = true
  expect(await endSubscriptionForGood(billing.deps, customer.accountId)).toBe('unavailable')
  billing.provider.isDown = false
  expect(await endSubscriptionForGood(billing.deps, customer.accountId)).toBe('ended')
  expect(billing.provider.customer(customer.customerId).subscription?.status).toBe('ended')
  expect(await endSubscriptionForGood(billing.deps, customer.accountId)).toBe('ended')
})

test('an account that leaves cannot be subscribed any more on a page that it left open', async () => {
  const { customerId, accountId } = customer
  const checkout = { addOns: [], successUrl: '', cancelUrl: '', key: 'left open' }
  await billing.provider.startCheckout({ customerId, accountId, ...checkout })
  billing.provider.isDown = true
  expect(await endSubscriptionForGood(billing.deps, accountId)).toBe('unavailable')
  billing.provider.isDown = false
  expect(await endSubscriptionForGood(billing.deps, accountId)).toBe('ended')
  expect(billing.provider.checkouts).toEqual([])
})

test('an account may leave where no card provider is connected any more, and the operator is notified', async () => {
  await billing.pay(customer)
  await syncSubscription(billing.deps, customer.accountId)
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const deps = { ...billing.deps, payments: null, log }
  expect(await endSubscriptionForGood(deps, customer.accountId)).toBe('ended')
  expect(lines.join()).toContain(String((await billing.rowOf(customer.accountId)).subscriptionId))
})

test('an account that never subscribed may leave at once', async () => {
  await billing.db.deleteFrom('subscriptions').execute()
  billing.provider.isDown = true
  expect(await endSubscriptionForGood(billing.deps, customer.accountId)).toBe('ended')
})

test('an account that an admin suspends is not charged further, and its plan continues when it is released in time', async () => {
  await billing.pay(customer)
  await reconcileSubscriptions(billing.deps)
  const suspended = (at: Date | null) =>
    billing.db.updateTable('accounts').set({ suspendedByAdminAt: at }).where('id', '=', customer.accountId).execute()
  const subscription = () => billing.provider.customer(customer.customerId).subscription
  await stopCharging(billing.deps)
  expect(subscription()).toMatchObject({ status: 'active', cancelsAt: null })
  await suspended(billing.clock.now())
  billing.provider.isDown = true
  await stopCharging(billing.deps)
  billing.provider.isDown = false
  await Promise.all([stopCharging(billing.deps), stopCharging(billing.deps)])
  expect(subscription()).toMatchObject({ status: 'active', cancelsAt: subscription()?.periodEnd })
  expect(await billing.rowOf(customer.accountId)).toMatchObject({ cancelsAt: subscription()?.periodEnd })
  await suspended(null)
  await stopCharging(billing.deps)
  expect(subscription()).toMatchObject({ status: 'active', cancelsAt: null })
  expect(await billing.rowOf(customer.accountId)).toMatchObject({ cancelsAt: null, chargingStoppedAt: null })
})

test('a plan continues after a release whose answer from the card provider was lost, and stays cancelled if its owner cancels it then', async () => {
  await billing.pay(customer)
  await reconcileSubscriptions(billing.deps)
  const suspended = (at: Date | null) => billing.db.updateTable('accounts').set({ suspendedByAdminAt: at }).execute()
  const subscription = () => billing.provider.customer(customer.customerId).subscription
  await suspended(billing.clock.now())
  billing.provider.lostAnswers = 1
  await stopCharging(billing.deps)
  await syncSubscription(billing.deps, customer.accountId)
  await suspended(null)
  await stopCharging(billing.deps)
  expect(subscription()).toMatchObject({ status: 'active', cancelsAt: null })
  await suspended(new Date(billing.clock.now().getTime() + 1000))
  await stopCharging(billing.deps)
  await suspended(null)
  const press = (cancels: boolean) =>
    setCancelled(billing.deps, { accountId: customer.accountId, clientKey: undefined }, cancels)
  await press(false)
  await press(true)
  await stopCharging(billing.deps)
  expect(subscription()).toMatchObject({ cancelsAt: subscription()?.periodEnd })
})

test('a plan that its owner had cancelled stays cancelled through a suspension, and an open payment is not collected in one', async () => {
  await billing.pay(customer)
  const cancelsAt = new Date('2026-04-09T00:00:00.000Z')
  change({ cancelsAt })
  await reconcileSubscriptions(billing.deps)
  const suspended = (at: Date | null) => billing.db.updateTable('accounts').set({ suspendedByAdminAt: at }).execute()
  await suspended(billing.clock.now())
  await stopCharging(billing.deps)
  await suspended(null)
  await stopCharging(billing.deps)
  expect(billing.provider.customer(customer.customerId).subscription).toMatchObject({ cancelsAt })
  change({ cancelsAt: null, status: 'past_due', unpaidSince: billing.clock.now() })
  await after(24 * HOUR)
  await suspended(billing.clock.now())
  await stopCharging(billing.deps)
  expect(await status()).toBe('ended')
})
