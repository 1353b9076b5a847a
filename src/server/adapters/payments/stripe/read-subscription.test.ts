import { expect, test } from 'vitest'
import { type ProviderSubscription, subscriptionAnswer } from './answers.ts'
import { choose, readSubscription, statusOf } from './read-subscription.ts'

const CREATED = 1_770_000_000

/** A subscription as the provider answers it. */
function aSubscription(id: string, fields: Record<string, unknown> = {}): ProviderSubscription {
  return subscriptionAnswer.parse({
    id,
    status: 'active',
    created: CREATED,
    start_date: CREATED,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    default_payment_method: null,
    items: { data: [anItem('cooee_basic', 1999)] },
    ...fields,
  })
}
const anItem = (product: string, unitAmount: number) => ({
  id: `si_${product}`,
  quantity: 1,
  current_period_start: CREATED,
  current_period_end: CREATED + 2_592_000,
  price: {
    id: `price_${product}`,
    active: true,
    product,
    lookup_key: null,
    currency: 'usd',
    unit_amount: unitAmount,
    recurring: { interval: 'month', interval_count: 1 },
  },
})
const read = (subscription: ProviderSubscription) =>
  readSubscription(subscription, 'active', { unpaidSince: null, surplusIds: [] })

test.each([
  ['active', 'active'],
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['paused', 'past_due'],
  ['canceled', 'ended'],
  ['incomplete', null],
  ['incomplete_expired', null],
])('what the provider calls %s is %s', (status, ours) => {
  expect(statusOf({ status })).toBe(ours)
})

test('a status that nobody knows is not guessed at', () => {
  expect(() => statusOf({ status: 'dormant' })).toThrow('dormant')
})

test('a new paid subscription counts before one that is past due, and before one that will end', () => {
  const behind = aSubscription('sub_behind', { status: 'unpaid', created: CREATED - 3000 })
  const ending = aSubscription('sub_ending', { cancel_at_period_end: true, created: CREATED - 2000 })
  const paid = aSubscription('sub_paid', { created: CREATED - 1000 })
  const second = aSubscription('sub_second')
  const chosen = choose([second, paid, ending, behind])
  expect(chosen.counting?.id).toBe('sub_paid')
  expect(chosen.surplusIds).toEqual(['sub_second', 'sub_ending', 'sub_behind'])
})

test('the subscription that ended last counts among ended ones; one that never began does not', () => {
  const ended = (id: string, at: number) => aSubscription(id, { status: 'canceled', ended_at: at })
  const never = aSubscription('sub_never', { status: 'incomplete_expired', created: CREATED + 9000 })
  const chosen = choose([never, ended('sub_first', CREATED + 100), ended('sub_last', CREATED + 200)])
  expect(chosen).toMatchObject({ counting: { id: 'sub_last' }, surplusIds: [] })
  expect(choose([never])).toEqual({ counting: null, surplusIds: [] })
})

test('an end on its own day is reported, as is an end with the period', () => {
  expect(read(aSubscription('sub_1', { cancel_at: CREATED + 500 })).cancelsAt).toEqual(new Date((CREATED + 500) * 1000))
  const withPeriod = read(aSubscription('sub_1', { cancel_at_period_end: true }))
  expect(withPeriod.cancelsAt).toEqual(withPeriod.periodEnd)
  expect(read(aSubscription('sub_1')).cancelsAt).toBeNull()
})

test('an add-on is known by its product although its price bears no name any more', () => {
  const items = { data: [anItem('prod_other', 100), anItem('cooee_wake_up_call', 350), anItem('cooee_basic', 1999)] }
  expect(read(aSubscription('sub_1', { items }))).toMatchObject({ addOns: ['WAKE_UP_CALL'], monthlyCents: 2449 })
})
