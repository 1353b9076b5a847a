import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ADD_ON_IDS, type AddOnId } from '#core/plans/prices.ts'
import { SCRIPTED_SIGNATURE } from '#test/adapters/scripted-payments.ts'
import { buildTestApp } from '#test/build-test-app.ts'
import { insertAccount } from '#test/insert-account.ts'
import { convergeSubscriptionHandler } from './jobs.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'

const DAY = 86_400_000
const cooee = await buildTestApp()
afterAll(() => cooee.close())
const { payments } = cooee.billing
const handler = convergeSubscriptionHandler(cooee.billing)

type Step =
  | { kind: 'pay'; addOns: AddOnId[] }
  | { kind: 'renew' | 'fail' | 'settle' | 'cancel' | 'resume' | 'end' }
  | { kind: 'add_ons'; addOns: AddOnId[] }

const addOns = fc.subarray([...ADD_ON_IDS])
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), addOns }),
  fc.record({ kind: fc.constant('add_ons' as const), addOns }),
  fc.record({ kind: fc.constantFrom('renew', 'fail', 'settle', 'cancel', 'resume', 'end') }),
)
/** How the events of a step arrive: how often each is delivered, and after which later step. */
const fate = fc.record({ times: fc.integer({ min: 0, max: 3 }), delay: fc.integer({ min: 0, max: 3 }) })

let accounts = 0
async function aCustomer() {
  accounts += 1
  const { id: accountId } = await insertAccount(cooee.db, {
    username: `payer${accounts}`,
    email: `payer${accounts}@example.com`,
    passwordHash: '',
  })
  const created = await payments.createCustomer({ accountId, email: '', name: null, key: `life ${accounts}` })
  if (created.kind !== 'created') throw new Error('The customer was not created')
  const { customerId } = created
  await cooee.db.insertInto('subscriptions').values({ accountId, customerId }).execute()
  return { accountId, customerId }
}
type Customer = Awaited<ReturnType<typeof aCustomer>>

/** One thing that happens at the provider. */
async function happen({ accountId, customerId }: Customer, what: Step, key: string): Promise<void> {
  const { subscription } = payments.customer(customerId)
  const isLiving = subscription !== null && subscription.status !== 'ended'
  if (what.kind === 'pay') {
    if (isLiving) return
    const asked = { accountId, customerId, addOns: what.addOns, successUrl: '', cancelUrl: '', key }
    const started = await payments.startCheckout(asked)
    if (started.kind === 'started') payments.pay(started.checkoutId, cooee.clock.now())
    return
  }
  if (!isLiving) return
  switch (what.kind) {
    case 'add_ons':
      return void Object.assign(subscription, { addOns: what.addOns })
    case 'renew': {
      const periodEnd = new Date(subscription.periodEnd.getTime() + 30 * DAY)
      return void Object.assign(subscription, { periodStart: subscription.periodEnd, periodEnd })
    }
    case 'fail':
      return void Object.assign(subscription, { status: 'past_due', unpaidSince: cooee.clock.now() })
    case 'settle':
      return void Object.assign(subscription, { status: 'active', unpaidSince: null })
    case 'cancel':
      return void Object.assign(subscription, { cancelsAt: subscription.periodEnd })
    case 'resume':
      return void Object.assign(subscription, { cancelsAt: null })
    case 'end':
      return void Object.assign(subscription, { status: 'ended', endedAt: cooee.clock.now() })
  }
}

async function deliver({ customerId }: Customer, id: string): Promise<void> {
  const headers = { 'stripe-signature': SCRIPTED_SIGNATURE, 'content-type': 'application/json' }
  const body = { id, type: 'customer.subscription.updated', customer: customerId }
  const answer = await cooee.request('POST', '/api/stripe/webhook', body, { headers })
  expect(answer.statusCode).toBe(200)
}

/** What Cooee holds at the end, without the ids and instants that differ between two lives. */
async function endState({ accountId }: Customer) {
  const row = await cooee.db
    .selectFrom('subscriptions')
    .select(['status', 'addOns', 'monthlyCents', 'periodStart', 'periodEnd', 'cancelsAt', 'unpaidSince', 'endedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  const paid = await cooee.db
    .selectFrom('paidInvoices')
    .select('amountCents')
    .where('accountId', '=', accountId)
    .execute()
  const events = await cooee.db.selectFrom('events').select('event').where('accountId', '=', accountId).execute()
  const notified = events.filter(({ event }) => event === 'invoice.paid')
  return { row, paid: paid.map(({ amountCents }) => amountCents).sort(), notified: notified.length }
}

const START = new Date('2026-03-10T00:00:00.000Z')

async function live(
  customer: Customer,
  life: { what: Step; fate: { times: number; delay: number } }[],
  isOrderly: boolean,
) {
  cooee.clock.set(START)
  const underway: { id: string; at: number }[] = []
  for (const [index, { what, fate }] of life.entries()) {
    await happen(customer, what, `${customer.accountId} ${index}`)
    const { times, delay } = isOrderly ? { times: 1, delay: 0 } : fate
    for (let copy = 0; copy < times; copy += 1) {
      underway.push({ id: `evt_${customer.accountId}_${index}`, at: index + delay })
    }
    // The ones that came last are delivered first.
    for (const event of underway.splice(0).reverse()) {
      if (event.at > index) underway.push(event)
      else await deliver(customer, event.id)
    }
    await cooee.jobs.runDue([handler], cooee.clock.now())
    cooee.clock.advance(60_000)
  }
  // Events that never came are made up for by the next day's reconciliation.
  cooee.clock.advance(DAY)
  await reconcileSubscriptions(cooee.billing)
  return endState(customer)
}

test('a lost, doubled and reordered stream of events ends in the same state as an orderly one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ what: step, fate }), { minLength: 1, maxLength: 10 }), async (life) => {
      const [orderly, disorderly] = [await aCustomer(), await aCustomer()]
      expect(await live(disorderly, life, false)).toEqual(await live(orderly, life, true))
      await cooee.db.deleteFrom('subscriptions').execute()
    }),
    { numRuns: 15, seed: 20261121 },
  )
}, 120_000)
