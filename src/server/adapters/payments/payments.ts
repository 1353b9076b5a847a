import type { AddOnId } from '#core/plans/prices.ts'

/** What the provider says of a customer's subscription. */
export interface PaidSubscription {
  subscriptionId: string
  /** `past_due`: a renewal could not be collected, however often it was tried. */
  status: 'active' | 'past_due' | 'ended'
  addOns: AddOnId[]
  /** What a month costs at the provider's own prices, in US cents. */
  monthlyCents: number
  periodStart: Date
  periodEnd: Date
  /** When it ends because that was asked for. */
  cancelsAt: Date | null
  /** When past due: when the oldest open invoice was due; null without one. */
  unpaidSince: Date | null
  endedAt: Date | null
  /** Further living subscriptions of the same customer, of which somebody pays one too many. */
  surplusIds: string[]
}

export interface ProviderInvoice {
  invoiceId: string
  number: string | null
  createdAt: Date
  /** US cents. */
  amountCents: number
  status: string
  /** The page that shows it. */
  url: string | null
  paidAt: Date | null
}

export interface ProviderCard {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** It is charged for the plan. */
  paysPlan: boolean
}

/** The provider does not answer, or not now: nothing is known of what was asked. Worth trying again. */
export interface Unavailable {
  kind: 'unavailable'
  /** For the log. */
  why: string
}
/** The provider refuses, with words that may be shown to who pays. */
export interface Declined {
  kind: 'declined'
  message: string
}
/** The prices have not been created: see the operators' page. */
export interface NotSetUp {
  kind: 'not_set_up'
  missing: string[]
}

/** The provider knows this customer no more: somebody deleted it there. Who subscribes needs a new one. */
export interface UnknownCustomer {
  kind: 'unknown_customer'
}

/** A price that is there, but is not the one of the plan. Nothing changes it unasked: people may be paying it. */
export interface PriceDifference {
  lookupKey: string
  there: string
  wanted: string
}

/** An event as the provider posted it, proved to be its own. A hint only: what it says of the world may be old. */
export interface PaymentEvent {
  eventId: string
  eventType: string
  customerId: string | null
}

/** The card provider. The same `key` within a day is one write. Answers are read with a schema; throws for what nobody foresaw. */
export interface Payments {
  createCustomer(customer: {
    accountId: number
    email: string
    name: string | null
    key: string
  }): Promise<{ kind: 'created'; customerId: string } | Unavailable>
  /** Gives the customer another address for receipts, and another name. One that is not known any more is done too. */
  updateCustomer(customer: {
    customerId: string
    email: string
    name: string | null
  }): Promise<{ kind: 'done' } | Unavailable>
  /** A hosted page on which the customer subscribes. Older open ones of the customer are closed: nobody pays twice. */
  startCheckout(checkout: {
    customerId: string
    accountId: number
    addOns: readonly AddOnId[]
    successUrl: string
    cancelUrl: string
    key: string
  }): Promise<
    { kind: 'started'; checkoutId: string; url: string } | NotSetUp | UnknownCustomer | Declined | Unavailable
  >
  /** Closes every page on which the customer could still subscribe. One that is being paid already is left. */
  closeCheckouts(customerId: string): Promise<{ kind: 'done' } | Unavailable>
  /** The subscription that counts: the living one, else the one that ended last; null for none. Of several the paid, ongoing, oldest one. */
  subscriptionOf(customerId: string): Promise<{ kind: 'found'; subscription: PaidSubscription | null } | Unavailable>
  /** Sets the add-ons. Changes within a month are prorated onto the next invoice. Declined when it has ended. */
  setAddOns(change: {
    subscriptionId: string
    addOns: readonly AddOnId[]
    key: string
  }): Promise<{ kind: 'done' } | NotSetUp | Declined | Unavailable>
  /** Ends it with the paid period, or takes that back. Declined when it has ended. */
  setCancelAtPeriodEnd(change: {
    subscriptionId: string
    cancels: boolean
    key: string
  }): Promise<{ kind: 'done' } | Declined | Unavailable>
  /** Pays each open invoice of a subscription, oldest first, with the card that pays first. Nothing open is done. */
  payOpenInvoices(payment: {
    customerId: string
    subscriptionId: string
    key: string
  }): Promise<{ kind: 'done' } | Declined | Unavailable>
  /** Ends a subscription now, with what was paid in advance credited. Ended already is done too. */
  endNow(end: { subscriptionId: string; key: string }): Promise<{ kind: 'done' } | Unavailable>
  /** Newest first, at most 100; drafts are not among them. */
  invoicesOf(customerId: string): Promise<{ kind: 'found'; invoices: ProviderInvoice[] } | Unavailable>
  /** The cards of a customer, that which pays first. */
  cardsOf(customerId: string): Promise<{ kind: 'found'; cards: ProviderCard[] } | Unavailable>
  /** A page on which the customer changes the card and pays what is open. */
  openPortal(portal: {
    customerId: string
    returnUrl: string
    key: string
  }): Promise<{ kind: 'opened'; url: string } | Unavailable>
  /** The event in a request's raw body; null when the signature over it is not the provider's, or is too old. */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | null
  /** Creates the products and prices that are missing, however often it is run. With `replaces`, a price that differs gives its name to a new one. */
  setUpPrices(options?: {
    replaces?: boolean
  }): Promise<{ kind: 'done'; created: string[]; differing: PriceDifference[] } | Unavailable>
}
