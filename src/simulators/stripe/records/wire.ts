import type Stripe from 'stripe'

// The official package's types are its API description; the compiler holds every answer against them. Nothing of the
// package runs here.

/** A type of the official package as it travels: decimals are texts. */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string
    ? T
    : T extends (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [Key in keyof T]: Wire<T[Key]> }
        : T

/** Of a type of the official package the fields that Cooee or a page of the sandbox reads. */
type Shown<T, Keys extends keyof T> = Wire<Pick<T, Keys>>

export type Product = Shown<Stripe.Product, 'id' | 'object' | 'active' | 'created' | 'name'>
export type Price = Shown<
  Stripe.Price,
  'id' | 'object' | 'active' | 'created' | 'currency' | 'lookup_key' | 'nickname' | 'product' | 'unit_amount'
> & { recurring: Shown<Stripe.Price.Recurring, 'interval' | 'interval_count'> }
export type Customer = Shown<
  Stripe.Customer,
  'id' | 'object' | 'balance' | 'created' | 'email' | 'invoice_prefix' | 'metadata' | 'name' | 'next_invoice_sequence'
> & { invoice_settings: Shown<Stripe.Customer.InvoiceSettings, 'default_payment_method'> }
export type PaymentMethod = Shown<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'customer' | 'type'> & {
  card: Shown<Stripe.PaymentMethod.Card, 'brand' | 'exp_month' | 'exp_year' | 'last4'>
}
export type CheckoutSession = Shown<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer'
  | 'expires_at'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'subscription'
  | 'success_url'
  | 'url'
>
export type SubscriptionItem = Shown<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_end' | 'current_period_start' | 'quantity'
> & { price: Price }
export type Subscription = Shown<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'created'
  | 'currency'
  | 'customer'
  | 'default_payment_method'
  | 'ended_at'
  | 'metadata'
  | 'start_date'
  | 'status'
> & { items: List<SubscriptionItem> }
export type InvoiceLine = Shown<Stripe.InvoiceLineItem, 'id' | 'object' | 'amount' | 'description' | 'quantity'>
export type Invoice = Shown<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'billing_reason'
  | 'created'
  | 'currency'
  | 'customer'
  | 'hosted_invoice_url'
  | 'next_payment_attempt'
  | 'number'
  | 'status'
  | 'total'
> & {
  lines: List<InvoiceLine>
  parent: { subscription_details: { subscription: string } }
  status_transitions: Shown<Stripe.Invoice.StatusTransitions, 'paid_at'>
}
export type PortalSession = Shown<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'customer' | 'return_url' | 'url'
>

/** An event, whatever it is about. */
export interface ProviderEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Resource }
  livemode: false
  /** 1 until it was sent (or lost on the way): there are no repeats. */
  pending_webhooks: number
  type: string
}

/** What has an id and is kept. Subscription items live in their subscription, lines in their invoice. */
export type Resource =
  | Product
  | Price
  | Customer
  | PaymentMethod
  | CheckoutSession
  | Subscription
  | Invoice
  | PortalSession

export type Kept = Resource | ProviderEvent

export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

/** The id of what may stand there in full. */
export function idOf(reference: string | { id: string }): string
export function idOf(reference: string | { id: string } | null | undefined): string | null
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}

/** Seconds since 1970, as every instant of this API. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
