import { wholeList } from '../api/listing.ts'
import { newId } from './ids.ts'
import type { Period } from './periods.ts'
import { nowSeconds, type Price, type Subscription, type SubscriptionItem } from './wire.ts'

export function newSubscriptionItem(price: Price, quantity: number, period: Period): SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    current_period_end: period.end,
    current_period_start: period.start,
    price,
    quantity,
  }
}

export function newSubscription(fields: {
  id: string
  customer: string
  currency: string
  items: SubscriptionItem[]
  paymentMethod: string | null
  metadata: Record<string, string>
}): Subscription {
  const created = nowSeconds()
  return {
    id: fields.id,
    object: 'subscription',
    billing_cycle_anchor: created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created,
    currency: fields.currency,
    customer: fields.customer,
    default_payment_method: fields.paymentMethod,
    ended_at: null,
    items: itemList(fields.id, fields.items),
    metadata: fields.metadata,
    start_date: created,
    status: 'active',
  }
}

/** The items of a subscription as it shows them. */
export function itemList(subscription: string, items: SubscriptionItem[]): Subscription['items'] {
  return wholeList(items, `/v1/subscription_items?subscription=${subscription}`)
}
