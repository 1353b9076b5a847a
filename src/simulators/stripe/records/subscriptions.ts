import { invalidRequest } from '../api/api-error.ts'
import type { EventLog } from './event-log.ts'
import { newId } from './ids.ts'
import { type Invoicing, subscriptionOf } from './invoicing.ts'
import { changeItems, currentPeriod, type ItemChange, prorate, quantityOf } from './item-changes.ts'
import type { Ledger } from './ledger.ts'
import { money, monthFrom } from './periods.ts'
import { newInvoiceLine } from './resources.ts'
import { itemList, newSubscription, newSubscriptionItem } from './subscription-resources.ts'
import {
  type Customer,
  type Invoice,
  type InvoiceLine,
  idOf,
  nowSeconds,
  type PaymentMethod,
  type Price,
  type Subscription,
} from './wire.ts'

/** The provider's default is four tries over three weeks; what follows is the account's choice: unpaid, here. */
const TRIES_BEFORE_GIVING_UP = 4

export type Renewal = 'renewed' | 'payment-failed' | 'payment-recovered' | 'ended'

/** Begins, changes, renews and ends subscriptions. */
export class Subscriptions {
  readonly #ledger: Ledger
  readonly #events: EventLog
  readonly #invoicing: Invoicing

  constructor(ledger: Ledger, events: EventLog, invoicing: Invoicing) {
    this.#ledger = ledger
    this.#events = events
    this.#invoicing = invoicing
  }

  /** Begins a subscription whose first invoice is paid with the card at once: the card has been seen to pay. */
  start(request: {
    customer: Customer
    paymentMethod: PaymentMethod
    lines: { price: Price; quantity: number }[]
    metadata: Record<string, string>
  }): Subscription {
    const id = newId('sub')
    const [first] = request.lines
    if (!first) throw invalidRequest('A subscription needs at least one item.', 'items')
    const period = monthFrom(nowSeconds())
    const items = request.lines.map(({ price, quantity }) => newSubscriptionItem(price, quantity, period))
    const subscription = this.#ledger.put(
      newSubscription({
        id,
        customer: request.customer.id,
        currency: first.price.currency,
        items,
        paymentMethod: request.paymentMethod.id,
        metadata: request.metadata,
      }),
    )
    const invoice = this.#invoicing.issue(subscription, this.#cycleLines(subscription), 'subscription_create')
    this.#invoicing.collect(invoice.id, 'first')
    const started = this.#ledger.get('subscription', id)
    this.#events.note('customer.subscription.created', started)
    return started
  }

  /** Stores a changed subscription and sends its event. */
  update(before: Subscription, change: Partial<Subscription>): Subscription {
    const after = this.#ledger.put<Subscription>({ ...before, ...change })
    this.#events.note('customer.subscription.updated', after)
    return after
  }

  /** Adds, changes and removes items. What they cost until the period ends waits for the next invoice. */
  changeItems(subscriptionId: string, changes: readonly ItemChange[]): Subscription {
    const before = this.#ledger.get('subscription', subscriptionId)
    const { items, prorations } = changeItems(before, changes, this.#nameOf)
    const after = this.#ledger.put<Subscription>({ ...before, items: itemList(before.id, items) })
    this.#ledger.setPendingLines(before.id, [...this.#ledger.pendingLines(before.id), ...prorations])
    this.#events.note('customer.subscription.updated', after)
    return after
  }

  /** At the end of the paid period, or not after all. */
  setCancelAtPeriodEnd(before: Subscription, cancels: boolean): Partial<Subscription> {
    if (!cancels) return { cancel_at: null, cancel_at_period_end: false, canceled_at: null }
    return {
      cancel_at: currentPeriod(before).end,
      cancel_at_period_end: true,
      canceled_at: before.canceled_at ?? nowSeconds(),
    }
  }

  /** Ends a subscription now. Open invoices stay open, as at the provider; waiting prorations are forgotten. */
  cancel(subscriptionId: string, how: { invoiceNow?: boolean; prorate?: boolean } = {}): Subscription {
    const before = this.#ledger.get('subscription', subscriptionId)
    const now = nowSeconds()
    if (how.prorate) {
      const credit = before.items.data.map((item) => prorate(item, -quantityOf(item), now, this.#nameOf))
      this.#ledger.setPendingLines(before.id, [...this.#ledger.pendingLines(before.id), ...credit])
    }
    if (how.invoiceNow && this.#ledger.pendingLines(before.id).length > 0) {
      this.#invoicing.collect(this.#invoicePending(before.id).id, 'later')
    }
    this.#ledger.setPendingLines(before.id, [])
    const ended = this.#ledger.put<Subscription>({
      ...this.#ledger.get('subscription', before.id),
      canceled_at: before.canceled_at ?? now,
      ended_at: now,
      status: 'canceled',
    })
    this.#events.note('customer.subscription.deleted', ended)
    return ended
  }

  /** Makes the present period end now: it renews, ends if that was asked for, or is charged again. Null when it has ended already. */
  advance(subscriptionId: string): Renewal | null {
    const before = this.#ledger.get('subscription', subscriptionId)
    switch (before.status) {
      case 'active':
        return this.#renew(before)
      case 'past_due':
      case 'unpaid':
        return this.#retry(before)
      default:
        return null
    }
  }

  /** Renews and charges what is due by the clock. */
  catchUp(): void {
    const now = nowSeconds()
    for (const { id } of this.#ledger.all('subscription')) {
      while (this.#isDue(this.#ledger.get('subscription', id), now)) this.advance(id)
    }
  }

  /** Charges an open invoice, and lets its subscription follow. Throws nothing: what came of it is in the invoice. */
  pay(invoiceId: string, method?: PaymentMethod | null): Invoice {
    const invoice = this.#invoicing.collect(invoiceId, 'later', method)
    const subscription = this.#ledger.find('subscription', subscriptionOf(invoice) ?? '')
    if (subscription && invoice.status === 'paid') this.#recover(subscription)
    return invoice
  }

  #isDue(subscription: Subscription, now: number): boolean {
    switch (subscription.status) {
      case 'active':
        return currentPeriod(subscription).end <= now
      case 'past_due':
        return this.#openInvoices(subscription.id).some(
          ({ next_payment_attempt: next }) => next !== null && next <= now,
        )
      default:
        return false
    }
  }

  #renew(before: Subscription): Renewal {
    if (before.cancel_at_period_end) {
      this.cancel(before.id, { invoiceNow: true })
      return 'ended'
    }
    const { end } = currentPeriod(before)
    // Made to end early, the period is over now; otherwise the next one joins on, however late it is noticed.
    const turn = Math.min(end, nowSeconds())
    const anchor = turn === end ? before.billing_cycle_anchor : turn
    const period = monthFrom(turn, anchor)
    const items = before.items.data.map((item) => ({
      ...item,
      current_period_start: period.start,
      current_period_end: period.end,
    }))
    const renewed = this.#ledger.put<Subscription>({
      ...before,
      billing_cycle_anchor: anchor,
      items: itemList(before.id, items),
    })
    const pending = this.#ledger.pendingLines(before.id)
    this.#ledger.setPendingLines(before.id, [])
    const lines = [...pending, ...this.#cycleLines(renewed)]
    const invoice = this.#invoicing.issue(renewed, lines, 'subscription_cycle')
    const paid = this.#invoicing.collect(invoice.id, 'later').status === 'paid'
    const present = this.#ledger.get('subscription', before.id)
    const after = this.#ledger.put<Subscription>({ ...present, status: paid ? 'active' : 'past_due' })
    this.#events.note('customer.subscription.updated', after)
    return paid ? 'renewed' : 'payment-failed'
  }

  #retry(before: Subscription): Renewal {
    const open = this.#openInvoices(before.id)
    let failed = 0
    for (const invoice of open) {
      const tried = this.#invoicing.collect(invoice.id, 'later')
      if (tried.status !== 'paid') failed = Math.max(failed, tried.attempt_count)
    }
    if (failed === 0) {
      this.#recover(before)
      return 'payment-recovered'
    }
    if (failed < TRIES_BEFORE_GIVING_UP || before.status === 'unpaid') return 'payment-failed'
    this.update(before, { status: 'unpaid' })
    return 'payment-failed'
  }

  #recover(subscription: Subscription): void {
    if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return
    if (this.#openInvoices(subscription.id).length > 0) return
    this.update(subscription, { status: 'active' })
  }

  #openInvoices(subscriptionId: string): Invoice[] {
    return this.#ledger
      .all('invoice')
      .filter((invoice) => invoice.status === 'open' && subscriptionOf(invoice) === subscriptionId)
  }

  #invoicePending(subscriptionId: string): Invoice {
    const subscription = this.#ledger.get('subscription', subscriptionId)
    const lines = this.#ledger.pendingLines(subscriptionId)
    this.#ledger.setPendingLines(subscriptionId, [])
    return this.#invoicing.issue(subscription, lines, 'subscription_update')
  }

  #cycleLines(subscription: Subscription): InvoiceLine[] {
    return subscription.items.data.map((item) => {
      const quantity = quantityOf(item)
      const unit = item.price.unit_amount ?? 0
      return newInvoiceLine({
        amount: unit * quantity,
        quantity,
        description: `${quantity} × ${this.#nameOf(item.price)} (at ${money(unit, item.price.currency)} / month)`,
      })
    })
  }

  readonly #nameOf = (price: Price): string => this.#ledger.find('product', idOf(price.product))?.name ?? price.id
}
