import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LapseCause } from '#core/plans/standing.ts'
import { type BillingFixture, billingFixture } from '#test/billing-fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

const DAY = 86_400_000

let billing: BillingFixture
let customer: { accountId: number; customerId: string }

beforeAll(async () => {
  billing = await billingFixture()
})
afterAll(() => billing.close())
beforeEach(async () => {
  billing.provider.clear()
  billing.jobs.sent.length = 0
  billing.clock.set(new Date('2026-03-10T00:00:00.000Z'))
  customer = await billing.aCustomer()
})

const sync = () => syncSubscription(billing.deps, customer.accountId)
/** Somebody changes the subscription at the provider. */
const change = (fields: object) => {
  const { subscription } = billing.provider.customer(customer.customerId)
  if (subscription) Object.assign(subscription, fields)
}

describe('reports of a read at the provider', () => {
  test('a subscription that was paid is there, in the activity log and for other systems', async () => {
    await billing.pay(customer, ['WELLNESS_CHECK'])
    expect(await sync()).toBe('converged')
    expect(await billing.rowOf(customer.accountId)).toMatchObject({
      status: 'active',
      addOns: ['WELLNESS_CHECK'],
      monthlyCents: 2798,
    })
    const { periodEnd, uncoveredUntil } = await billing.rowOf(customer.accountId)
    expect(uncoveredUntil).toEqual(periodEnd)
    expect(await billing.activityOf(customer.accountId)).toEqual([
      ['subscription_created', 'Basic Plan subscription started', '$27.98 per month'],
    ])
    expect(await billing.eventsOf(customer.accountId)).toEqual(['subscription.created', 'invoice.paid'])
  })

  test('receipts go to the owner of today, also after a change of address, and are given to the provider once', async () => {
    const payer = () => billing.provider.customer(customer.customerId).email
    const rename = (verifiedEmail: string) =>
      billing.deps.db
        .updateTable('people')
        .set({ email: verifiedEmail, verifiedEmail })
        .where('id', '=', (eb) =>
          eb.selectFrom('owners').select('personId').where('accountId', '=', customer.accountId),
        )
        .execute()
    await billing.pay(customer)
    await sync()
    await rename('tom@example.com')
    billing.provider.isDown = true
    expect(await sync()).toBe('unavailable')
    billing.provider.isDown = false
    await sync()
    expect(payer()).toBe('tom@example.com')
    await sync()
    expect(billing.provider.payers.filter((email) => email === 'tom@example.com')).toHaveLength(1)
  })

  test('a second read of the same subscription reports nothing', async () => {
    await billing.pay(customer)
    await sync()
    await sync()
    expect(await billing.activityOf(customer.accountId)).toHaveLength(1)
    expect(await billing.eventsOf(customer.accountId)).toHaveLength(2)
  })

  test('each change of a subscription has its own words', async () => {
    await billing.pay(customer, ['WAKE_UP_CALL'])
    await sync()
    change({ addOns: ['MEDICATION_REMINDER'] })
    await sync()
    change({ cancelsAt: new Date('2026-04-09T00:00:00.000Z') })
    await sync()
    change({ cancelsAt: null })
    await sync()
    change({ status: 'past_due', unpaidSince: billing.clock.now() })
    await sync()
    change({ status: 'active', unpaidSince: null, periodEnd: new Date('2026-05-09T00:00:00.000Z') })
    await sync()
    change({ periodStart: new Date('2026-05-09T00:00:00.000Z'), periodEnd: new Date('2026-06-09T00:00:00.000Z') })
    await sync()
    change({ status: 'ended', endedAt: billing.clock.now() })
    await sync()
    expect((await billing.activityOf(customer.accountId)).slice(1)).toEqual([
      ['subscription_updated', 'Medication Reminder added to your subscription', '$5.99 per month'],
      ['subscription_updated', 'Wake-up Call removed from your subscription', null],
      ['subscription_cancelled', 'Your subscription was cancelled', 'It ends on Apr 9, 2026'],
      ['subscription_updated', 'Your subscription was resumed', 'It renews on Apr 9, 2026'],
      ['subscription_updated', 'Your payment failed', '$23.98 per month'],
      ['subscription_updated', 'We received your payment', 'It renews on May 9, 2026'],
      ['subscription_updated', 'Your subscription was renewed', 'Until Jun 9, 2026'],
      ['subscription_cancelled', 'Your subscription has ended', null],
    ])
  })

  test('a user who subscribes again after the end has a new subscription, and the old one is not reported again', async () => {
    await billing.pay(customer)
    await sync()
    change({ status: 'ended', endedAt: billing.clock.now() })
    await sync()
    await billing.pay(customer)
    await sync()
    const types = (await billing.activityOf(customer.accountId)).map(([type]) => type)
    expect(types).toEqual(['subscription_created', 'subscription_cancelled', 'subscription_created'])
  })

  test('a customer whom the provider does not know any more has no live subscription', async () => {
    await billing.pay(customer)
    await sync()
    billing.provider.customers.clear()
    await sync()
    expect(await billing.rowOf(customer.accountId)).toMatchObject({ status: 'ended', endedAt: billing.clock.now() })
  })
})

describe('lapses and subscriptions', () => {
  const lapse = (suspendedBecause: LapseCause = 'trial_over') =>
    billing.db
      .updateTable('accounts')
      .set({
        lapseNotifiedAt: new Date(billing.clock.now().getTime() - 8 * DAY),
        suspendedAt: billing.clock.now(),
        suspendedBecause,
      })
      .where('id', '=', customer.accountId)
      .execute()
  const account = () =>
    billing.db
      .selectFrom('accounts')
      .select(['suspendedAt', 'lapseNotifiedAt', 'suspendedBecause'])
      .where('id', '=', customer.accountId)
      .executeTakeFirstOrThrow()

  test('a lapse ends at once with a subscription that is paid', async () => {
    await lapse()
    await billing.pay(customer)
    await sync()
    expect(await account()).toEqual({ suspendedAt: null, lapseNotifiedAt: null, suspendedBecause: null })
    expect((await billing.activityOf(customer.accountId)).at(-1)?.[1]).toBe('Calls have started again')
  })

  test('a lapse stays open while the payment is late', async () => {
    await lapse()
    await billing.pay(customer)
    change({ status: 'past_due', unpaidSince: billing.clock.now() })
    await sync()
    expect((await account()).suspendedAt).not.toBeNull()
  })

  test('calls that a late payment suspended are suspended because the subscription has ended, once it has', async () => {
    await billing.pay(customer)
    change({ status: 'past_due', unpaidSince: billing.clock.now() })
    await sync()
    await lapse('past_due')
    change({ status: 'ended', endedAt: billing.clock.now() })
    await sync()
    expect((await account()).suspendedBecause).toBe('ended')
  })
})

describe('reads that overtake one another', () => {
  test('a late answer of the provider does not undo what a later read has seen', async () => {
    await billing.pay(customer)
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    billing.provider.beforeAnswer = () => {
      isAsked()
      return mayAnswer
    }
    const slow = sync()
    await asked
    billing.provider.beforeAnswer = null
    change({ cancelsAt: new Date('2026-04-09T00:00:00.000Z') })
    await sync()
    answer()
    await slow
    expect(await billing.rowOf(customer.accountId)).toMatchObject({ cancelsAt: new Date('2026-04-09T00:00:00.000Z') })
    expect((await billing.activityOf(customer.accountId)).map(([type]) => type)).toEqual([
      'subscription_created',
      'subscription_cancelled',
    ])
  })

  test('many reads at once report each thing once', async () => {
    await billing.pay(customer)
    await Promise.all(Array.from({ length: 10 }, sync))
    expect(await billing.activityOf(customer.accountId)).toHaveLength(1)
    expect(await billing.eventsOf(customer.accountId)).toEqual(['subscription.created', 'invoice.paid'])
  })
})

describe('second subscriptions that were paid as well', () => {
  const mails = () =>
    billing.db.selectFrom('messages').select('subject').where('accountId', '=', customer.accountId).execute()

  test('a second subscription ends at once, and its payer is notified once', async () => {
    await billing.pay(customer)
    await billing.pay(customer)
    await sync()
    await sync()
    expect(billing.provider.written.filter(({ what }) => what.startsWith('end'))).toHaveLength(1)
    expect(billing.provider.customer(customer.customerId).subscription?.surplusIds).toEqual([])
    expect(await billing.rowOf(customer.accountId)).toMatchObject({ status: 'active' })
    expect(await mails()).toEqual([{ subject: 'You subscribed to Cooee twice' }])
  })

  test('a second subscription is asked to end until the provider has answered', async () => {
    await billing.pay(customer)
    await billing.pay(customer)
    billing.provider.lostAnswers = 1
    expect(await sync()).toBe('unavailable')
    expect(await sync()).toBe('converged')
    expect(await mails()).toHaveLength(1)
  })
})

test('a provider that does not answer changes nothing', async () => {
  await billing.pay(customer)
  await sync()
  const before = await billing.rowOf(customer.accountId)
  change({ status: 'ended' })
  billing.provider.isDown = true
  expect(await sync()).toBe('unavailable')
  expect(await billing.rowOf(customer.accountId)).toEqual(before)
})

test('an account without a customer has nothing to reconcile', async () => {
  await billing.db.deleteFrom('subscriptions').where('accountId', '=', customer.accountId).execute()
  expect(await sync()).toBe('no_customer')
})
