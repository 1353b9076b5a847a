import type Stripe from 'stripe'
import type { Payments } from '../payments.ts'
import { checkoutAnswer, openCheckouts } from './answers.ts'
import { isMissing, isRefused, toFailure } from './failures.ts'
import type { PriceCatalogue } from './price-catalogue.ts'

type Checkout = Parameters<Payments['startCheckout']>[0]
type Started = Awaited<ReturnType<Payments['startCheckout']>>

/** Opens a hosted page on which the customer subscribes, then closes every older one: of two tabs only the newest takes money. */
export async function startCheckout(stripe: Stripe, prices: PriceCatalogue, checkout: Checkout): Promise<Started> {
  const { customerId, addOns, key } = checkout
  try {
    const found = await prices.idsOf(['BASIC', ...addOns])
    if (found.kind === 'not_set_up') return found
    const session = await stripe.checkout.sessions.create(paramsOf(checkout, found.ids), { idempotencyKey: key })
    const { id, url, lastResponse } = checkoutAnswer.parse(session)
    const isRepeated = lastResponse?.headers['idempotent-replayed'] === 'true'
    const open = await openCheckoutsOf(stripe, customerId)
    // An answer given again may name a page that was paid or closed since.
    const newest = isRepeated ? open[0] : (open.find((each) => each.id === id) ?? { id, url })
    for (const older of open.slice(open.findIndex((each) => each.id === newest?.id) + 1)) {
      await expire(stripe, older.id)
    }
    if (!newest?.url) return { kind: 'unavailable', why: 'The checkout of this request is closed already' }
    return { kind: 'started', checkoutId: newest.id, url: newest.url }
  } catch (error) {
    if (isMissing(error)) return { kind: 'unknown_customer' }
    return toFailure(error)
  }
}

function paramsOf(checkout: Checkout, priceIds: readonly string[]): Stripe.Checkout.SessionCreateParams {
  const metadata = { accountId: String(checkout.accountId) }
  return {
    mode: 'subscription',
    // Every screen names US dollars: nobody is charged in another currency at the provider's rate.
    adaptive_pricing: { enabled: false },
    customer: checkout.customerId,
    client_reference_id: metadata.accountId,
    line_items: priceIds.map((price) => ({ price, quantity: 1 })),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    metadata,
    subscription_data: { metadata },
  }
}

/** Closes every page that is open. Throws what the package throws. */
export async function closeCheckouts(stripe: Stripe, customerId: string): Promise<void> {
  for (const { id } of await openCheckoutsOf(stripe, customerId)) await expire(stripe, id)
}

/** Newest first. */
async function openCheckoutsOf(stripe: Stripe, customer: string) {
  return openCheckouts.parse(await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })).data
}

async function expire(stripe: Stripe, checkoutId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(checkoutId, {}, { idempotencyKey: `expire:${checkoutId}` })
  } catch (error) {
    // Paid or closed in the meantime.
    if (!isRefused(error)) throw error
  }
}
