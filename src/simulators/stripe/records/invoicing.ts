import { cardDeclined, invalidRequest } from '../api/api-error.ts'
import { wholeList } from '../api/listing.ts'
import { behaviourOf, DECLINED } from '../test-cards.ts'
import type { EventLog } from './event-log.ts'
import { newId } from './ids.ts'
import type { Ledger } from './ledger.ts'
import type { Period } from './periods.ts'
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
  readonly #options: { businessName: string; pageUrl: (path: string) => string }

  constructor(ledger: Ledger, events: EventLog, options: { businessName: string; pageUrl: (path: string) => string }) {
    this.#ledger = ledger
    this.#events = events
    this.#options = options
  }

  #draft(
    id: string,
    subscription: Subscription,
    lines: InvoiceLine[],
    { reason, period }: { reason: BillingReason; period: Period },
  ): Invoice {
    const customer = this.#ledger.get('customer', idOf(subscription.customer), 'customer')
    const created = nowSeconds()
    const total = lines.reduce((sum, line) => sum + line.amount, 0)
    const { balance } = customer
    // Credit is a negative balance: it pays for what it can, and a negative total adds to it.
    const endingBalance = total < 0 ? balance + total : Math.min(0, balance + total)
    const due = total < 0 ? 0 : total + balance - endingBalance
    return {
      id,
      object: 'invoice',
      account_country: 'US',
      account_name: this.#options.businessName,
      account_tax_ids: null,
      amount_due: due,
      amount_overpaid: 0,
      amount_paid: 0,
      amount_remaining: due,
      amount_shipping: 0,
      application: null,
      attempt_count: 0,
      attempted: false,
      auto_advance: false,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
      automatically_finalizes_at: null,
      billing_reason: reason,
      collection_method: 'charge_automatically',
      created,
      currency: subscription.currency,
      custom_fields: null,
      customer: customer.id,
      customer_account: null,
      customer_address: null,
      customer_email: customer.email,
      customer_name: customer.name ?? null,
      customer_phone: customer.phone ?? null,
      customer_shipping: null,
      customer_tax_exempt: 'none',
      customer_tax_ids: [],
      default_payment_method: null,
      default_source: null,
      default_tax_rates: [],
      description: null,
      discounts: [],
      due_date: null,
      effective_at: null,
      ending_balance: endingBalance,
      footer: null,
      from_invoice: null,
      hosted_invoice_url: null,
      invoice_pdf: null,
      issuer: { type: 'self' },
      last_finalization_error: null,
      latest_revision: null,
      lines: wholeList(
        lines.map((line) => ({ ...line, invoice: id })),
        `/v1/invoices/${id}/lines`,
      ),
      livemode: false,
      metadata: {},
      next_payment_attempt: null,
      number: null,
      on_behalf_of: null,
      parent: {
        quote_details: null,
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        type: 'subscription_details',
      },
      payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
      period_end: period.end,
      period_start: period.start,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      receipt_number: null,
      rendering: null,
      shipping_cost: null,
      shipping_details: null,
      starting_balance: balance,
      statement_descriptor: null,
      status: 'draft',
      status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
      subtotal: total,
      subtotal_excluding_tax: total,
      test_clock: null,
      total,
      total_discount_amounts: [],
      total_excluding_tax: total,
      total_pretax_credit_amounts: [],
      total_taxes: [],
      webhooks_delivered_at: null,
    }
  }

  /** Makes an invoice final: it has a number, a page, and is open. It becomes the subscription's latest. */
  issue(subscription: Subscription, lines: InvoiceLine[], details: { reason: BillingReason; period: Period }): Invoice {
    const invoiceId = newId('in')
    const draft = this.#ledger.put(this.#draft(invoiceId, subscription, lines, details))
    this.#events.note('invoice.created', draft)
    const customer = this.#ledger.get('customer', idOf(subscription.customer), 'customer')
    const sequence = customer.next_invoice_sequence ?? 1
    this.#ledger.put<Customer>({
      ...customer,
      balance: draft.ending_balance ?? customer.balance,
      currency: draft.currency,
      next_invoice_sequence: sequence + 1,
    })
    const now = nowSeconds()
    const open = this.#ledger.put<Invoice>({
      ...draft,
      auto_advance: true,
      effective_at: now,
      hosted_invoice_url: this.#options.pageUrl(`/i/${draft.id}`),
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    })
    this.#events.note('invoice.finalized', open)
    const latest = this.#ledger.get('subscription', subscription.id)
    this.#ledger.put<Subscription>({ ...latest, latest_invoice: open.id })
    return open
  }

  /**
   * Tries to collect an open invoice once.
   * @returns the invoice, paid, or still open where the card was declined or there is none
   */
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
        attempted: true,
        auto_advance: false,
        next_payment_attempt: null,
        status: 'paid',
        status_transitions: { ...invoice.status_transitions, paid_at: now },
      })
      this.#events.note('invoice.paid', paid)
      this.#events.note('invoice.payment_succeeded', paid)
      return paid
    }
    const failed = this.#ledger.put<Invoice>({
      ...invoice,
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
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
