import { invalidRequest } from '../api/api-error.ts'
import { type Period, proratedAmount, shortDate } from './periods.ts'
import { newInvoiceLine } from './resources.ts'
import { newSubscriptionItem } from './subscription-resources.ts'
import { type InvoiceLine, nowSeconds, type Price, type Subscription, type SubscriptionItem } from './wire.ts'

/** A new item, or one that goes, named by its id: Cooee never changes an item. */
export type ItemChange = { kind: 'added'; price: Price; quantity: number } | { kind: 'deleted'; id: string }

/**
 * The items after the changes, and what the changes cost or give back until the period ends.
 * @param nameOf what a price is called on an invoice
 * @throws ApiError for an item or a price that cannot be meant
 */
export function changeItems(
  before: Subscription,
  changes: readonly ItemChange[],
  nameOf: (price: Price) => string,
): { items: SubscriptionItem[]; prorations: InvoiceLine[] } {
  const at = nowSeconds()
  const period = currentPeriod(before)
  const items = [...before.items.data]
  const prorations: InvoiceLine[] = []
  for (const change of changes) {
    if (change.kind === 'added') {
      if (items.some((item) => item.price.id === change.price.id)) {
        throw invalidRequest(
          `Cannot add multiple subscription items with the same price: \`${change.price.id}\`.`,
          'items',
        )
      }
      const item = newSubscriptionItem(change.price, change.quantity, period)
      items.push(item)
      prorations.push(prorate(item, quantityOf(item), at, nameOf))
      continue
    }
    const position = items.findIndex((item) => item.id === change.id)
    const item = items[position]
    if (!item) throw invalidRequest(`No such subscription_item: '${change.id}'`, 'items', 'resource_missing')
    prorations.push(prorate(item, -quantityOf(item), at, nameOf))
    items.splice(position, 1)
  }
  if (items.length === 0) {
    throw invalidRequest(
      'A subscription must have at least one active plan. To cancel it, cancel the subscription itself.',
      'items',
    )
  }
  return { items, prorations }
}

/** A positive quantity is charged until the period ends, a negative one given back. */
export function prorate(
  item: SubscriptionItem,
  quantity: number,
  at: number,
  nameOf: (price: Price) => string,
): InvoiceLine {
  const { price } = item
  const period = { start: item.current_period_start, end: item.current_period_end }
  const amount = proratedAmount((price.unit_amount ?? 0) * Math.abs(quantity), period, at) * Math.sign(quantity)
  const times = Math.abs(quantity) === 1 ? '' : `${Math.abs(quantity)} × `
  const what = quantity > 0 ? 'Remaining time on' : 'Unused time on'
  return newInvoiceLine({
    quantity: Math.abs(quantity),
    description: `${what} ${times}${nameOf(price)} after ${shortDate(at)}`,
    amount,
  })
}

/** The period that is paid for, which all items share. */
export function currentPeriod({ items, created }: Subscription): Period {
  const [first] = items.data
  return { start: first?.current_period_start ?? created, end: first?.current_period_end ?? created }
}

export function quantityOf(item: SubscriptionItem): number {
  return item.quantity ?? 1
}
