import { cardDeclined, invalidRequest } from '../api/api-error.ts'
import { wholeList } from '../api/listing.ts'
import { behaviourOf, DECLINED } from '../test-cards.ts'
import type { EventLog } from './event-log.ts'
import { newId } from './ids.ts'
import type { Ledger } from './ledger.ts'
import {
  type Customer,
  type Invoice,
  type InvoiceLine,
  idOf,
  nowSeconds,
  type PaymentMethod,
  type Subscription,
} from './wire.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

/** `first`: the customer pays for the first time, on the checkout page. Whatever else is charged later. */
export type Occasion = 'first' | 'later'

const RETRY_AFTER_SECONDS = 3 * 24 * 60 * 60

/** Makes invoices and collects them. */
export class Invoicing {
  readonly #ledger: Ledger
  readonly #events: EventLog
  readonly #pageUrl: (path: string) => string

  constructor(ledger: Ledger, events: EventLog, pageUrl: (path: string) => string) {
    this.#ledger = ledger
    this.#events = events
    this.#pageUrl = pageUrl
  }

  /** Makes a final invoice: it has a number, a page, and is open. */
  issue(subscription: Subscription, lines: InvoiceLine[], reason: BillingReason): Invoice {
    const customer = this.#ledger.get('customer', idOf(subscription.customer), 'customer')
    const total = lines.reduce((sum, line) => sum + line.amount, 0)
    const { balance } = customer
    // Credit is a negative balance: it pays for what it can, and a negative total adds to it.
    const endingBalance = total < 0 ? balance + total : Math.min(0, balance + total)
    const due = total < 0 ? 0 : total + balance - endingBalance
    const id = newId('in')
    const sequence = customer.next_invoice_sequence ?? 1
    this.#ledger.put<Customer>({ ...customer, balance: endingBalance, next_invoice_sequence: sequence + 1 })
    const invoice = this.#ledger.put<Invoice>({
      id,
      object: 'invoice',
      amount_due: due,
      amount_paid: 0,
      amount_remaining: due,
      attempt_count: 0,
      billing_reason: reason,
      created: nowSeconds(),
      currency: subscription.currency,
      customer: customer.id,
      hosted_invoice_url: this.#pageUrl(`/i/${id}`),
      lines: wholeList(lines, `/v1/invoices/${id}/lines`),
      next_payment_attempt: null,
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
      parent: { subscription_details: { subscription: subscription.id } },
      status: 'open',
      status_transitions: { paid_at: null },
      total,
    })
    this.#events.note('invoice.finalized', invoice)
    return invoice
  }

  /** Tries to collect an open invoice once. Returns it, paid or still open. */
  collect(invoiceId: string, occasion: Occasion, method = this.methodFor(invoiceId)): Invoice {
    const invoice = this.#ledger.get('invoice', invoiceId)
    if (invoice.status !== 'open') return invoice
    const now = nowSeconds()
    const isFree = invoice.amount_due === 0
    if (isFree || (method && pays(method, occasion))) {
      const paid = this.#ledger.put<Invoice>({
        ...invoice,
        amount_paid: invoice.amount_due,
        amount_remaining: 0,
        attempt_count: isFree ? invoice.attempt_count : invoice.attempt_count + 1,
        next_payment_attempt: null,
        status: 'paid',
        status_transitions: { paid_at: now },
      })
      this.#events.note('invoice.paid', paid)
      this.#events.note('invoice.payment_succeeded', paid)
      return paid
    }
    const failed = this.#ledger.put<Invoice>({
      ...invoice,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: now + RETRY_AFTER_SECONDS,
    })
    this.#events.note('invoice.payment_failed', failed)
    return failed
  }

  /** The card an invoice is charged to: the subscription's own, or the customer's. */
  methodFor(invoiceId: string): PaymentMethod | null {
    const invoice = this.#ledger.get('invoice', invoiceId)
    const subscriptionId = subscriptionOf(invoice)
    const subscription = subscriptionId === null ? undefined : this.#ledger.find('subscription', subscriptionId)
    const customer = this.#ledger.find('customer', idOf(invoice.customer) ?? '')
    const method = idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method)
    return method === null ? null : (this.#ledger.find('payment_method', method) ?? null)
  }
}

/** The subscription an invoice is for. */
export function subscriptionOf(invoice: Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

/** What a request that had to be paid at once answers when it was not. */
export function declinedError(method: PaymentMethod | null) {
  return method
    ? cardDeclined(DECLINED, 'generic_decline')
    : invalidRequest(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
        undefined,
        'resource_missing',
      )
}

function pays(method: PaymentMethod, occasion: Occasion): boolean {
  switch (behaviourOf(method)) {
    case 'pays':
      return true
    case 'declined':
      return false
    case 'pays-first':
      return occasion === 'first'
  }
}
