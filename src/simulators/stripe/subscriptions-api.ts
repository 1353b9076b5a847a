import { invalidRequest, missing } from './api-error.ts'
import type { Api } from './api-server.ts'
import type { ItemChange } from './item-changes.ts'
import type { Ledger } from './ledger.ts'
import { pageOf, readPaging } from './listing.ts'
import type { Params } from './params.ts'
import type { Subscriptions } from './subscriptions.ts'
import { idOf, nowSeconds, type Subscription, type SubscriptionItem } from './wire.ts'

const PRORATIONS = ['create_prorations', 'always_invoice', 'none'] as const
const PAYMENTS = ['allow_incomplete', 'error_if_incomplete'] as const
const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

/** Subscriptions and their items. They begin on a checkout page only. */
export function subscriptionsApi(
  api: Api,
  { ledger, subscriptions }: { ledger: Ledger; subscriptions: Subscriptions },
): void {
  api.on('GET', '/v1/subscriptions', ({ params }) => {
    const customer = params.text('customer')
    const price = params.text('price')
    const status = params.choice('status', STATUSES)
    const created = params.range('created')
    const paging = readPaging(params)
    params.finish()
    const isWanted = (subscription: Subscription) => {
      switch (status) {
        case 'all':
          return true
        case undefined:
          return subscription.status !== 'canceled'
        case 'ended':
          return subscription.status === 'canceled'
        default:
          return subscription.status === status
      }
    }
    const matching = ledger
      .all('subscription')
      .filter(
        (subscription) =>
          isWanted(subscription) &&
          (!customer || idOf(subscription.customer) === customer) &&
          (!price || subscription.items.data.some((item) => item.price.id === price)) &&
          (created === null || created.includes(subscription.created)),
      )
    return pageOf(matching, '/v1/subscriptions', paging)
  })

  api.on('GET', '/v1/subscriptions/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('subscription', id)
  })

  api.on('POST', '/v1/subscriptions/:id', ({ params, id }) => {
    const before = ledger.get('subscription', id)
    const items = params.children('items').map((item) => readItem(ledger, item))
    const how = readHow(params)
    const atPeriodEnd = params.flag('cancel_at_period_end')
    const details = params.child('cancellation_details')
    const comment = details.text('comment') ?? null
    const feedback = details.text('feedback') ?? null
    const method = params.text('default_payment_method')
    const description = params.text('description')
    const metadata = params.metadata(before.metadata)
    params.finish()
    const plain: Partial<Subscription> = {
      ...(method === undefined ? {} : { default_payment_method: method }),
      ...(description === undefined ? {} : { description }),
      metadata,
    }
    if (method) ledger.get('payment_method', method, 'default_payment_method')
    if (before.status === 'canceled') {
      if (items.length > 0 || atPeriodEnd !== undefined || method !== undefined) {
        throw invalidRequest(
          'A canceled subscription can only update its cancellation_details and metadata.',
          undefined,
          'invalid_canceled_subscription_fields',
        )
      }
      return subscriptions.update(before, plain)
    }
    const cancelling =
      atPeriodEnd === undefined ? {} : subscriptions.setCancelAtPeriodEnd(before, atPeriodEnd, { comment, feedback })
    const change = { ...plain, ...cancelling }
    if (items.length === 0) return subscriptions.update(before, change)
    ledger.put<Subscription>({ ...before, ...change })
    return subscriptions.changeItems(id, items, how)
  })

  api.on('DELETE', '/v1/subscriptions/:id', ({ params, id }) => {
    const invoiceNow = params.flag('invoice_now') ?? false
    const prorate = params.flag('prorate') ?? false
    const details = params.child('cancellation_details')
    const comment = details.text('comment') ?? null
    const feedback = details.text('feedback') ?? null
    params.finish()
    if (ledger.get('subscription', id).status === 'canceled') throw missing('subscription', id)
    return subscriptions.cancel(id, { reason: 'cancellation_requested', invoiceNow, prorate, comment, feedback })
  })

  api.on('GET', '/v1/subscription_items', ({ params }) => {
    const id = params.required('subscription')
    const paging = readPaging(params)
    params.finish()
    const { data } = ledger.get('subscription', id, 'subscription').items
    return pageOf(data.toReversed(), '/v1/subscription_items', paging)
  })

  api.on('POST', '/v1/subscription_items', ({ params }) => {
    const id = params.required('subscription')
    const change = readItem(ledger, params)
    const how = readHow(params)
    params.finish()
    requireChangeable(ledger.get('subscription', id, 'subscription'))
    const after = subscriptions.changeItems(id, [change], how)
    return after.items.data.at(-1)
  })

  api.on('GET', '/v1/subscription_items/:id', ({ params, id }) => {
    params.finish()
    return findItem(id).item
  })

  api.on('POST', '/v1/subscription_items/:id', ({ params, id }) => {
    const { subscription } = findItem(id)
    const change = { ...readItem(ledger, params), id }
    const how = readHow(params)
    params.finish()
    requireChangeable(subscription)
    subscriptions.changeItems(subscription.id, [change], how)
    return findItem(id).item
  })

  api.on('DELETE', '/v1/subscription_items/:id', ({ params, id }) => {
    const { subscription } = findItem(id)
    const how = readHow(params)
    params.finish()
    requireChangeable(subscription)
    const change: ItemChange = { id, price: null, quantity: null, deleted: true, metadata: null }
    subscriptions.changeItems(subscription.id, [change], how)
    return { id, object: 'subscription_item', deleted: true }
  })

  function findItem(id: string): { subscription: Subscription; item: SubscriptionItem } {
    for (const subscription of ledger.all('subscription')) {
      const item = subscription.items.data.find((candidate) => candidate.id === id)
      if (item) return { subscription, item }
    }
    throw missing('subscription_item', id)
  }
}

/** One entry of `items`: what a subscription shall contain. */
export function readItem(ledger: Ledger, params: Params): ItemChange {
  const priceId = params.text('price') ?? null
  const price = priceId === null ? null : ledger.find('price', priceId)
  if (price === undefined) throw missing('price', priceId ?? '', params.name('price'))
  if (price && !price.recurring) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      params.name('price'),
    )
  }
  return {
    id: params.text('id') ?? null,
    price,
    quantity: params.integer('quantity', { min: 1 }) ?? null,
    deleted: params.flag('deleted') ?? false,
    metadata: params.has('metadata') ? params.metadata() : null,
  }
}

/** How a change is paid for. */
export function readHow(params: Params) {
  return {
    proration: params.choice('proration_behavior', PRORATIONS) ?? ('create_prorations' as const),
    payment: params.choice('payment_behavior', PAYMENTS) ?? ('allow_incomplete' as const),
    at: params.integer('proration_date') ?? nowSeconds(),
  }
}

function requireChangeable({ id, status }: Subscription): void {
  if (status === 'canceled') throw missing('subscription', id, 'subscription')
}
