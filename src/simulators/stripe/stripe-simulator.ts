import { type HostileOptions, Hostility } from '#simulators/twilio/hostility.ts'
import { createApi } from './api/api-server.ts'
import { catalogueApi } from './api/catalogue-api.ts'
import { customersApi } from './api/customers-api.ts'
import { invoicesApi } from './api/invoices-api.ts'
import { portalApi } from './api/portal-api.ts'
import { subscriptionsApi } from './api/subscriptions-api.ts'
import { checkoutApi } from './pages/checkout-api.ts'
import { Checkouts } from './pages/checkouts.ts'
import { pages } from './pages/pages.ts'
import { Postman } from './postman.ts'
import { EventLog } from './records/event-log.ts'
import { Invoicing } from './records/invoicing.ts'
import { Ledger } from './records/ledger.ts'
import { type Renewal, Subscriptions } from './records/subscriptions.ts'
import {
  type CheckoutSession,
  type Customer,
  type Invoice,
  idOf,
  type PaymentMethod,
  type ProviderEvent,
  type Subscription,
} from './records/wire.ts'

export { TEST_CARDS } from './test-cards.ts'

const CLOCK_MILLISECONDS = 60_000

export interface StripeSimulatorOptions {
  /** The secret key that requests must carry. */
  apiKey: string
  /** Where events are posted, or a promise of it, for which they wait. Without it they are only noted. */
  webhookUrl?: string | Promise<string>
  /** What events are signed with, as it stands (`whsec_…`). */
  webhookSecret: string
  /** Who is paid, as the pages name them. */
  businessName: string
  /** Default 0: any free port. */
  port?: number
  /** Where everything is kept, so that it outlives a killed process. Without it, it lives in memory. */
  journalPath?: string
  /** Faults in the API and in the events. Off unless given. */
  hostile?: HostileOptions
}

/** A running simulator. Its records are live: read them, do not change them. */
export interface StripeSimulator {
  /** The base URL that takes the place of https://api.stripe.com. */
  readonly url: string
  customers(): readonly Customer[]
  subscriptions(): readonly Subscription[]
  invoices(): readonly Invoice[]
  paymentMethods(): readonly PaymentMethod[]
  checkoutSessions(): readonly CheckoutSession[]
  /** Every event since the beginning, oldest first, whether it was delivered or not. */
  events(): readonly ProviderEvent[]
  /**
   * Makes the paid period end now: the subscription renews (or its renewal fails), or ends if that was asked for. One
   * that is behind with its payments has its open invoices charged once more; after the fourth try it becomes
   * unpaid.
   * @param id a subscription's, or a customer's with one that has not ended
   * @returns what came of it; null where nothing is left to renew
   */
  advance(id: string): Renewal | null
  /** Stops as a power cut would: with a journal, the next start takes up where it was. A second time does nothing. */
  close(): Promise<void>
}

/**
 * Starts a stateful simulator of the card provider that speaks its wire protocol, so that the official SDK can be
 * pointed at it: products, prices, customers, checkout, subscriptions, invoices, cards, the portal and events. What is due
 * by the clock (renewals, further tries, the end of checkouts) happens within a minute, or at the next start.
 */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const { businessName } = options
  const hostility = options.hostile ? new Hostility(options.hostile) : null
  let url = ''
  let closed = false
  const pageUrl = (path: string) => `${url}${path}`
  const ledger = new Ledger(options.journalPath)
  const postman = new Postman({
    url: options.webhookUrl ?? null,
    secret: options.webhookSecret,
    hostility,
  })
  const events = new EventLog(ledger, postman)
  const invoicing = new Invoicing(ledger, events, pageUrl)
  const subscriptions = new Subscriptions(ledger, events, invoicing)
  const checkouts = new Checkouts(ledger, events, subscriptions, pageUrl)
  const api = createApi({ apiKey: options.apiKey, ledger, events, hostility })
  catalogueApi(api, { ledger, events })
  customersApi(api, { ledger, events, subscriptions })
  checkoutApi(api, { ledger, checkouts })
  subscriptionsApi(api, { ledger, subscriptions })
  invoicesApi(api, { ledger, invoicing, subscriptions })
  portalApi(api, { ledger, pageUrl })
  pages(api.app, { ledger, events, checkouts, subscriptions, businessName, pageUrl })
  url = await api.app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  events.resume()
  const catchUp = () =>
    events.transact(() => {
      subscriptions.catchUp()
      checkouts.catchUp()
    })
  catchUp()
  const clock = setInterval(catchUp, CLOCK_MILLISECONDS)
  clock.unref()

  return {
    url,
    customers: () => ledger.all('customer'),
    subscriptions: () => ledger.all('subscription'),
    invoices: () => ledger.all('invoice'),
    paymentMethods: () => ledger.all('payment_method'),
    checkoutSessions: () => ledger.all('checkout.session'),
    events: () => ledger.all('event'),
    advance(id) {
      const own = ledger
        .all('subscription')
        .findLast(({ customer, status }) => idOf(customer) === id && status !== 'canceled')
      const subscription = ledger.find('subscription', id) ?? own
      return subscription ? events.transact(() => subscriptions.advance(subscription.id)) : null
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(clock)
      await api.app.close()
      postman.close()
      ledger.close()
    },
  }
}
