import type { EventLog } from '../records/event-log.ts'
import { newId } from '../records/ids.ts'
import type { Ledger } from '../records/ledger.ts'
import { newPaymentMethod } from '../records/resources.ts'
import type { Subscriptions } from '../records/subscriptions.ts'
import {
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
      lines: request.lines.map(({ price, quantity }) => ({ price: price.id, quantity })),
      subscriptionMetadata: request.subscriptionMetadata,
    })
    return this.#ledger.put<CheckoutSession>({
      id,
      object: 'checkout.session',
      amount_total: total,
      cancel_url: request.cancelUrl,
      client_reference_id: request.clientReferenceId,
      created: nowSeconds(),
      currency: first?.price.currency ?? 'usd',
      customer: request.customer,
      expires_at: request.expiresAt,
      metadata: request.metadata,
      mode: 'subscription',
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url: request.successUrl,
      url: this.#pageUrl(`/c/pay/${id}`),
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

  /** What the page of a session shows that will be paid; the amount is that of a month. */
  linesOf(id: string): { description: string; quantity: number; amount: number }[] {
    return this.#ledger.checkoutPlan(id).lines.map(({ price: priceId, quantity }) => {
      const price = this.#ledger.get('price', priceId)
      const product = this.#ledger.find('product', idOf(price.product))
      return { description: product?.name ?? price.id, quantity, amount: (price.unit_amount ?? 0) * quantity }
    })
  }

  /** Pays an open session with a card from its page. Declined, the session stays open. */
  pay(session: CheckoutSession, card: AcceptedCard): Payment {
    if (card.card.behaviour === 'declined') return { kind: 'declined', message: DECLINED }
    const plan = this.#ledger.checkoutPlan(session.id)
    const customer = this.#ledger.get('customer', idOf(session.customer) ?? '')
    const method = this.#attachCard(customer, card)
    const { id: subscription } = this.#subscriptions.start({
      customer,
      paymentMethod: method,
      lines: plan.lines.map(({ price, quantity }) => ({ price: this.#ledger.get('price', price), quantity })),
      metadata: plan.subscriptionMetadata,
    })
    const complete = this.#ledger.put<CheckoutSession>({
      ...session,
      payment_status: 'paid',
      status: 'complete',
      subscription,
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
      invoice_settings: { default_payment_method: method.id },
    })
    this.#events.note('customer.updated', after)
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
