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

export type Product = Wire<Stripe.Product>
export type Price = Wire<Stripe.Price>
export type Plan = Wire<Stripe.Plan>
export type Customer = Wire<Stripe.Customer>
export type PaymentMethod = Wire<Stripe.PaymentMethod>
export type CheckoutSession = Wire<Stripe.Checkout.Session>
export type CheckoutLine = Wire<Stripe.LineItem>
export type Subscription = Wire<Stripe.Subscription>
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>
export type Invoice = Wire<Stripe.Invoice>
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>
export type PortalSession = Wire<Stripe.BillingPortal.Session>

/** An event, whatever it is about. */
export interface ProviderEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Resource; previous_attributes?: Record<string, unknown> }
  livemode: false
  /** 1 until it was sent (or lost on the way): there are no repeats. */
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
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
