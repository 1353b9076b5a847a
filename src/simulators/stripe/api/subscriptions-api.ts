import type { ItemChange } from '../records/item-changes.ts'
import type { Ledger } from '../records/ledger.ts'
import type { Subscriptions } from '../records/subscriptions.ts'
import { idOf, type Subscription } from '../records/wire.ts'
import { invalidRequest, missing } from './api-error.ts'
import type { Api } from './api-server.ts'
import { newestFirst, readLimit } from './listing.ts'
import type { Params } from './params.ts'

/** Subscriptions. They begin on a checkout page only. */
export function subscriptionsApi(
  api: Api,
  { ledger, subscriptions }: { ledger: Ledger; subscriptions: Subscriptions },
): void {
  api.on('GET', '/v1/subscriptions', ({ params }) => {
    const customer = params.text('customer')
    const status = params.choice('status', ['all'])
    const limit = readLimit(params)
    params.finish()
    const matching = ledger
      .all('subscription')
      .filter(
        (subscription) =>
          (status === 'all' || subscription.status !== 'canceled') &&
          (!customer || idOf(subscription.customer) === customer),
      )
    return newestFirst(matching, '/v1/subscriptions', limit)
  })

  api.on('GET', '/v1/subscriptions/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('subscription', id)
  })

  api.on('POST', '/v1/subscriptions/:id', ({ params, id }) => {
    const before = ledger.get('subscription', id)
    const items = params.children('items').map((item) => readItem(ledger, item))
    const atPeriodEnd = params.flag('cancel_at_period_end')
    params.choice('proration_behavior', ['create_prorations'])
    params.finish()
    if (before.status === 'canceled') {
      throw invalidRequest(
        'A canceled subscription can only update its cancellation_details and metadata.',
        undefined,
        'invalid_canceled_subscription_fields',
      )
    }
    const change: Partial<Subscription> =
      atPeriodEnd === undefined ? {} : subscriptions.setCancelAtPeriodEnd(before, atPeriodEnd)
    if (items.length === 0) return subscriptions.update(before, change)
    ledger.put<Subscription>({ ...before, ...change })
    return subscriptions.changeItems(id, items)
  })

  api.on('DELETE', '/v1/subscriptions/:id', ({ params, id }) => {
    const invoiceNow = params.flag('invoice_now') ?? false
    const prorate = params.flag('prorate') ?? false
    params.finish()
    if (ledger.get('subscription', id).status === 'canceled') throw missing('subscription', id)
    return subscriptions.cancel(id, { invoiceNow, prorate })
  })
}

/** One entry of `items`: what a subscription shall contain. */
function readItem(ledger: Ledger, params: Params): ItemChange {
  if (params.flag('deleted')) return { kind: 'deleted', id: params.required('id') }
  const priceId = params.required('price')
  const price = ledger.find('price', priceId)
  if (!price) throw missing('price', priceId, params.name('price'))
  return { kind: 'added', price, quantity: params.integer('quantity', { min: 1 }) ?? 1 }
}
