import type Stripe from 'stripe'
import type { PaymentEvent } from '../payments.ts'
import { eventBody } from './answers.ts'

/** The event in a request's raw body; null when it was not signed with the secret within the last five minutes. */
export function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  signature: string | undefined,
): PaymentEvent | null {
  const event = eventBody.safeParse(verified(stripe, secret, rawBody, signature))
  if (!event.success) return null
  const { id, type, data } = event.data
  const { object, customer } = data.object
  const customerId = object === 'customer' ? data.object.id : customer
  return { eventId: id, eventType: type, customerId: customerId ?? null }
}

function verified(stripe: Stripe, secret: string, rawBody: Buffer, signature: string | undefined): unknown {
  if (!signature) return null
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, secret)
  } catch {
    // A wrong signature, one that is too old, or a body that is no JSON: whatever the package cannot vouch for.
    return null
  }
}
