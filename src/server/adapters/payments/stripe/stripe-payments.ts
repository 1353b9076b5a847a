import type Stripe from 'stripe'
import type { AddOnId } from '#core/plans/prices.ts'
import type { Payments } from '../payments.ts'
import {
  customerAnswer,
  identified,
  invoiceList,
  type ProviderSubscription,
  paymentMethodList,
  portalAnswer,
  subscriptionAnswer,
  subscriptionList,
} from './answers.ts'
import { closeCheckouts, startCheckout } from './checkout.ts'
import { isMissing, isRefused, toFailure, toUnavailable } from './failures.ts'
import { payOpenInvoices } from './pay-open-invoices.ts'
import { partOf } from './plan-parts.ts'
import { priceCatalogue } from './price-catalogue.ts'
import { readEvent } from './read-event.ts'
import { addOnsOf, choose, readSubscription, statusOf } from './read-subscription.ts'
import { setUpPrices } from './set-up-prices.ts'
import { type StripeAccess, stripeClient } from './stripe-client.ts'

export interface StripeConfig extends StripeAccess {
  /** What events are signed with (`whsec_…`). */
  webhookSecret: string
}

/** The largest page of a list. Nobody has more subscriptions, invoices or cards that matter. */
const MOST = 100
const ENDED = { kind: 'declined', message: 'This subscription has ended.' } as const

/** Stripe, or a server that speaks its protocol at `baseUrl`, through the official package. */
export function stripePayments(config: StripeConfig): Payments {
  const stripe = stripeClient(config)
  const prices = priceCatalogue(stripe)

  /** The subscription, unless it has ended or is not known any more. Throws what the package throws. */
  async function living(subscriptionId: string): Promise<ProviderSubscription | null> {
    try {
      const found = subscriptionAnswer.parse(await stripe.subscriptions.retrieve(subscriptionId))
      return statusOf(found) === 'ended' ? null : found
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function subscriptionsOf(customerId: string): Promise<ProviderSubscription[]> {
    return subscriptionList.parse(await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: MOST }))
      .data
  }

  async function unpaidSince(subscription: ProviderSubscription): Promise<Date | null> {
    const open = await stripe.invoices.list({ subscription: subscription.id, status: 'open', limit: MOST })
    return invoiceList.parse(open).data.at(-1)?.created ?? null
  }

  return {
    async createCustomer({ accountId, email, name, key }) {
      const customer = { email, ...(name ? { name } : {}), metadata: { accountId: String(accountId) } }
      try {
        const { id } = identified.parse(await stripe.customers.create(customer, { idempotencyKey: key }))
        return { kind: 'created', customerId: id }
      } catch (error) {
        return toUnavailable(error)
      }
    },

    async updateCustomer({ customerId, email, name }) {
      try {
        await stripe.customers.update(customerId, { email, ...(name ? { name } : {}) })
        return { kind: 'done' }
      } catch (error) {
        if (isMissing(error)) return { kind: 'done' }
        return toUnavailable(error)
      }
    },

    startCheckout: (checkout) => startCheckout(stripe, prices, checkout),

    async closeCheckouts(customerId) {
      try {
        await closeCheckouts(stripe, customerId)
        return { kind: 'done' }
      } catch (error) {
        if (isMissing(error)) return { kind: 'done' }
        return toUnavailable(error)
      }
    },

    async subscriptionOf(customerId) {
      try {
        const { counting, surplusIds } = choose(await subscriptionsOf(customerId))
        const status = counting && statusOf(counting)
        if (!counting || !status) return { kind: 'found', subscription: null }
        const since = status === 'past_due' ? await unpaidSince(counting) : null
        return { kind: 'found', subscription: readSubscription(counting, status, { unpaidSince: since, surplusIds }) }
      } catch (error) {
        if (isMissing(error)) return { kind: 'found', subscription: null }
        return toUnavailable(error)
      }
    },

    async setAddOns({ subscriptionId, addOns, key }) {
      try {
        const subscription = await living(subscriptionId)
        if (!subscription) return ENDED
        const present = addOnsOf(subscription)
        const found = await prices.idsOf(addOns.filter((id) => !present.includes(id)))
        if (found.kind === 'not_set_up') return found
        const items = [...removals(subscription, addOns), ...found.ids.map((price) => ({ price, quantity: 1 }))]
        if (items.length === 0) return { kind: 'done' }
        const change = { items, proration_behavior: 'create_prorations' } as const
        await stripe.subscriptions.update(subscriptionId, change, { idempotencyKey: key })
        return { kind: 'done' }
      } catch (error) {
        return toFailure(error)
      }
    },

    async setCancelAtPeriodEnd({ subscriptionId, cancels, key }) {
      try {
        const subscription = await living(subscriptionId)
        if (!subscription) return ENDED
        // An end that was set to a separate day, in the provider's dashboard, is undone by that name only.
        const hasOwnDay = subscription.cancel_at !== null && !subscription.cancel_at_period_end
        const change = !cancels && hasOwnDay ? { cancel_at: '' as const } : { cancel_at_period_end: cancels }
        await stripe.subscriptions.update(subscriptionId, change, { idempotencyKey: key })
        return { kind: 'done' }
      } catch (error) {
        return toFailure(error)
      }
    },

    async payOpenInvoices(payment) {
      try {
        return await payOpenInvoices(stripe, payment)
      } catch (error) {
        if (isMissing(error)) return ENDED
        return toFailure(error)
      }
    },

    async endNow({ subscriptionId }) {
      try {
        // A DELETE takes no key; it happens once by its nature.
        await stripe.subscriptions.cancel(subscriptionId, { invoice_now: true, prorate: true })
        return { kind: 'done' }
      } catch (error) {
        if (isMissing(error)) return { kind: 'done' }
        return toUnavailable(error)
      }
    },

    async invoicesOf(customerId) {
      try {
        const { data } = invoiceList.parse(await stripe.invoices.list({ customer: customerId, limit: MOST }))
        const invoices = data.flatMap(({ id, number, created, total, status, ...invoice }) => {
          if (status === null || status === 'draft') return []
          const url = invoice.hosted_invoice_url ?? null
          const paidAt = invoice.status_transitions.paid_at
          return [{ invoiceId: id, number, createdAt: created, amountCents: total, status, url, paidAt }]
        })
        return { kind: 'found', invoices }
      } catch (error) {
        if (isMissing(error)) return { kind: 'found', invoices: [] }
        return toUnavailable(error)
      }
    },

    async cardsOf(customerId) {
      try {
        const [customer, methods, subscriptions] = await Promise.all([
          stripe.customers.retrieve(customerId),
          stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: MOST }),
          subscriptionsOf(customerId),
        ])
        const owner = customerAnswer.parse(customer)
        if (owner.deleted) return { kind: 'found', cards: [] }
        // A checkout makes the card the subscription's default; without one, the customer's default card pays.
        const paying =
          choose(subscriptions).counting?.default_payment_method ?? owner.invoice_settings.default_payment_method
        const cards = paymentMethodList
          .parse(methods)
          .data.toSorted((a, b) => Number(b.id === paying) - Number(a.id === paying))
          .flatMap(({ id, card }) => {
            if (!card) return []
            const { brand, last4, exp_month, exp_year } = card
            return [{ brand, last4, expMonth: exp_month, expYear: exp_year, paysPlan: id === paying }]
          })
        return { kind: 'found', cards }
      } catch (error) {
        if (isMissing(error)) return { kind: 'found', cards: [] }
        return toUnavailable(error)
      }
    },

    async openPortal({ customerId, returnUrl, key }) {
      try {
        const portal = { customer: customerId, return_url: returnUrl }
        const { url } = portalAnswer.parse(await stripe.billingPortal.sessions.create(portal, { idempotencyKey: key }))
        return { kind: 'opened', url }
      } catch (error) {
        // Most likely nobody has saved the portal's settings at the provider: the operator's page says how.
        if (isRefused(error)) return { kind: 'unavailable', why: refusedPortal(error) }
        return toUnavailable(error)
      }
    },

    readEvent: (rawBody, signature) => readEvent(stripe, config.webhookSecret, rawBody, signature),

    async setUpPrices({ replaces = false } = {}) {
      try {
        return { kind: 'done', ...(await setUpPrices(stripe, { replaces })) }
      } catch (error) {
        return toUnavailable(error)
      }
    },
  }
}

/** The items of add-ons that are not wanted any more; an add-on that stays keeps its item, at whatever price. */
function removals(
  subscription: ProviderSubscription,
  wanted: readonly AddOnId[],
): Stripe.SubscriptionUpdateParams.Item[] {
  return subscription.items.data
    .filter(({ price }) => {
      const part = partOf(price)
      return part !== null && part !== 'BASIC' && !wanted.includes(part)
    })
    .map(({ id }) => ({ id, deleted: true }))
}

function refusedPortal(error: unknown): string {
  return `The card provider opens no portal: ${error instanceof Error ? error.message : String(error)}`
}
