import Stripe from 'stripe'
import type { Declined, Unavailable } from '../payments.ts'

const { errors } = Stripe

/** What a failed request means, without the provider's words about keys. Throws what nobody foresaw, with the request's id for its support. */
export function toFailure(error: unknown): Declined | Unavailable {
  if (error instanceof errors.StripeConnectionError) return unavailable('The card provider cannot be reached', error)
  if (error instanceof errors.StripeRateLimitError) return unavailable('The card provider is asked too often', error)
  // 5xx, a request with the same key that is still under way (409), or an answer that is no JSON.
  if (error instanceof errors.StripeAPIError) return unavailable('The card provider failed', error)
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return unavailable('The card provider does not accept STRIPE_SECRET_KEY', error)
  }
  // The key was used for something else meanwhile: of two changes to the same state one is made.
  if (error instanceof errors.StripeIdempotencyError) return unavailable('Another change was quicker', error)
  if (error instanceof errors.StripeError && ASKS_THE_BANK.includes(error.code ?? '')) {
    return { kind: 'declined', message: CONFIRM_AT_BANK }
  }
  if (error instanceof errors.StripeCardError) return { kind: 'declined', message: error.message }
  throw error instanceof errors.StripeError ? refusal(error) : error
}

/** The customer's bank wants to hear from them (strong customer authentication); the provider's words are for developers. */
const ASKS_THE_BANK = [
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
  'payment_intent_authentication_failure',
]
export const CONFIRM_AT_BANK = 'Your bank wants you to confirm this payment. Please open the invoice and pay it there.'

/** As `toFailure`, for requests in which no card is charged: a card's refusal there would be news. */
export function toUnavailable(error: unknown): Unavailable {
  const failure = toFailure(error)
  if (failure.kind === 'unavailable') return failure
  throw new Error(`The card provider declined a card without a charge: ${failure.message}`)
}

/** Whether the provider does not know what was named: a customer or a subscription that was deleted there. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether what should be created is there already. */
export function isTaken(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_already_exists'
}

/** Whether the provider understood the request and does not do it. */
export function isRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError
}

function unavailable(
  why: string,
  { statusCode, code, requestId }: InstanceType<typeof errors.StripeError>,
): Unavailable {
  const details = [statusCode, code, requestId].filter((detail) => detail !== undefined)
  return { kind: 'unavailable', why: details.length > 0 ? `${why} (${details.join(', ')})` : why }
}

function refusal(error: InstanceType<typeof errors.StripeError>): Error {
  const about = [error.statusCode, error.code, error.param, error.requestId].filter((detail) => detail !== undefined)
  // What is wrong about an email repeats the email.
  const words = error.param === 'email' ? 'an email address' : error.message
  return new Error(`The card provider refused a request (${about.join(', ')}): ${words}`)
}
