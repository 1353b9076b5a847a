import type Stripe from 'stripe'
import type { Declined, Payments } from '../payments.ts'
import { customerAnswer, identified, invoiceList, subscriptionAnswer } from './answers.ts'
import { isRefused } from './failures.ts'

const MOST = 100
const NO_CARD = { kind: 'declined', message: 'No card is saved. Change your card first.' } as const

/**
 * Pays what is open of a subscription, oldest first, with the card that its renewals are paid with; stops at the first
 * that cannot be paid. One that somebody else paid meanwhile is paid. Throws what the package throws, also for a card
 * that is declined.
 */
export async function payOpenInvoices(
  stripe: Stripe,
  { customerId, subscriptionId, key }: Parameters<Payments['payOpenInvoices']>[0],
): Promise<{ kind: 'done' } | Declined> {
  const openIds = async () => {
    const open = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: MOST })
    return invoiceList.parse(open).data.map(({ id }) => id)
  }
  const due = (await openIds()).toReversed()
  if (due.length === 0) return { kind: 'done' }
  const card = await payingCard(stripe, customerId, subscriptionId)
  if (!card) return NO_CARD
  for (const id of due) {
    try {
      // The card is part of the key: what one card was refused, another may pay.
      const paid = await stripe.invoices.pay(id, { payment_method: card }, { idempotencyKey: `${key}:${id}:${card}` })
      identified.parse(paid)
    } catch (error) {
      if (!isRefused(error) || (await openIds()).includes(id)) throw error
    }
  }
  return { kind: 'done' }
}

/** A checkout makes the card the subscription's default; without one, the customer's default card pays. */
async function payingCard(stripe: Stripe, customerId: string, subscriptionId: string): Promise<string | null> {
  const subscription = subscriptionAnswer.parse(await stripe.subscriptions.retrieve(subscriptionId))
  if (subscription.default_payment_method) return subscription.default_payment_method
  const customer = customerAnswer.parse(await stripe.customers.retrieve(customerId))
  return customer.deleted ? null : customer.invoice_settings.default_payment_method
}
