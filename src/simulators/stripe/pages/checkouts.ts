import type { EventLog } from '../records/event-log.ts'
import { newId } from '../records/ids.ts'
import type { Ledger } from '../records/ledger.ts'
import { newCheckoutLine, newPaymentMethod } from '../records/resources.ts'
import type { Subscriptions } from '../records/subscriptions.ts'
import {
  type CheckoutLine,
  type CheckoutSession,
  type Customer,
  idOf,
  nowSeconds,
  type PaymentMethod,
  type Price,
} from '../records/wire.ts'
import { DECLINED, type ReadCard } from '../test-cards.ts'

export interface CheckoutRequest {
  customer: string
  lines: { price: Price; quantity: number }[]
  successUrl: string
  cancelUrl: string | null
  clientReferenceId: string | null
  metadata: Record<string, string>
  subscriptionMetadata: Record<string, string>
  expiresAt: number
}

type AcceptedCard = Extract<ReadCard, { kind: 'accepted' }>

export type Payment = { kind: 'paid'; session: CheckoutSession } | { kind: 'declined'; message: string }

/** Checkout sessions, and the cards that customers enter on the sandbox's pages. */
export class Checkouts {
  readonly #ledger: Ledger
  readonly #events: EventLog
  readonly #subscriptions: Subscriptions
  readonly #pageUrl: (path: string) => string

  constructor(ledger: Ledger, events: EventLog, subscriptions: Subscriptions, pageUrl: (path: string) => string) {
    this.#ledger = ledger
    this.#events = events
    this.#subscriptions = subscriptions
    this.#pageUrl = pageUrl
  }

  /** Opens a session: its page waits for a card. */
  open(request: CheckoutRequest): CheckoutSession {
    const id = newId('cs_test')
    const [first] = request.lines
    const total = request.lines.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0)
    this.#ledger.putCheckoutPlan({
      session: id,
      lines: request.lines.map(({ price, quantity }) => ({ id: newId('li'), price: price.id, quantity })),
      subscriptionMetadata: request.subscriptionMetadata,
    })
    const customer = this.#ledger.get('customer', request.customer, 'customer')
    return this.#ledger.put<CheckoutSession>({
      id,
      object: 'checkout.session',
      adaptive_pricing: { enabled: false },
      after_expiration: null,
      allow_promotion_codes: null,
      allowed_payment_method_types: null,
      amount_subtotal: total,
      amount_total: total,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: null,
      cancel_url: request.cancelUrl,
      client_reference_id: request.clientReferenceId,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: nowSeconds(),
      currency: first?.price.currency ?? 'usd',
      currency_conversion: null,
      custom_fields: [],
      custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
      customer: request.customer,
      customer_account: null,
      customer_creation: null,
      customer_details: customerDetails(customer),
      customer_email: null,
      discounts: [],
      expires_at: request.expiresAt,
      integration_identifier: null,
      invoice: null,
      invoice_creation: null,
      livemode: false,
      locale: null,
      managed_payments: null,
      metadata: request.metadata,
      mode: 'subscription',
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: 'always',
      payment_method_configuration_details: null,
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      permissions: null,
      phone_number_collection: { enabled: false },
      recovered_from: null,
      saved_payment_method_options: null,
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: 'open',
      submit_type: null,
      subscription: null,
      success_url: request.successUrl,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ui_mode: 'hosted_page',
      url: this.#pageUrl(`/c/pay/${id}`),
      wallet_options: null,
    })
  }

  /** The session as it is now: one whose time is up has expired. */
  current(id: string): CheckoutSession {
    const session = this.#ledger.get('checkout.session', id)
    return session.status === 'open' && session.expires_at <= nowSeconds() ? this.expire(session) : session
  }

  /** Closes every session whose time is up. */
  catchUp(): void {
    for (const { id } of this.#ledger.all('checkout.session')) this.current(id)
  }

  expire(session: CheckoutSession): CheckoutSession {
    const expired = this.#ledger.put<CheckoutSession>({ ...session, status: 'expired', url: null })
    this.#events.note('checkout.session.expired', expired)
    return expired
  }

  linesOf(id: string): CheckoutLine[] {
    return this.#ledger.checkoutPlan(id).lines.map((line) => {
      const price = this.#ledger.get('price', line.price)
      const product = this.#ledger.find('product', idOf(price.product))
      return newCheckoutLine(line.id, price, product?.name ?? price.id, line.quantity)
    })
  }

  /** Pays an open session with a card from its page. Declined, the session stays open. */
  pay(session: CheckoutSession, card: AcceptedCard): Payment {
    if (card.card.behaviour === 'declined') return { kind: 'declined', message: DECLINED }
    const plan = this.#ledger.checkoutPlan(session.id)
    const customer = this.#ledger.get('customer', idOf(session.customer) ?? '')
    const method = this.#attachCard(customer, card)
    const { subscription, invoice } = this.#subscriptions.start({
      customer,
      paymentMethod: method,
      lines: plan.lines.map(({ price, quantity }) => ({ price: this.#ledger.get('price', price), quantity })),
      metadata: plan.subscriptionMetadata,
    })
    const complete = this.#ledger.put<CheckoutSession>({
      ...session,
      customer_details: customerDetails(customer),
      invoice: invoice.id,
      payment_status: 'paid',
      status: 'complete',
      subscription: subscription.id,
      url: null,
    })
    this.#events.note('checkout.session.completed', complete)
    return { kind: 'paid', session: complete }
  }

  /** Keeps a card for a customer and charges it from now on, whatever was charged before. */
  replaceCard(customer: Customer, card: AcceptedCard): PaymentMethod {
    const method = this.#attachCard(customer, card)
    const after = this.#ledger.put<Customer>({
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
    })
    this.#events.note('customer.updated', after, customer)
    for (const subscription of this.#ledger.all('subscription')) {
      if (idOf(subscription.customer) === customer.id && subscription.status !== 'canceled') {
        this.#subscriptions.update(subscription, { default_payment_method: method.id })
      }
    }
    return method
  }

  // At the provider, too, a card from checkout becomes the subscription's default, not the customer's.
  #attachCard(customer: Customer, card: AcceptedCard): PaymentMethod {
    const method = this.#ledger.put(newPaymentMethod(customer, card))
    this.#events.note('payment_method.attached', method)
    return method
  }
}

function customerDetails(customer: Customer): CheckoutSession['customer_details'] {
  return {
    address: null,
    business_name: null,
    email: customer.email,
    individual_name: null,
    name: customer.name ?? null,
    phone: customer.phone ?? null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}
