import type { Declined, NotSetUp, Payments, Unavailable } from '#server/adapters/payments/payments.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { BillingDeps } from '../deps.ts'

/** The card provider, when subscriptions exist at all. */
export function paymentsOf({ payments, isBillingOn }: Pick<BillingDeps, 'payments' | 'isBillingOn'>): Payments {
  if (isBillingOn && payments) return payments
  throw new AppError('conflict', "Cooee is free here, so there's no subscription to change.")
}

/** The error for a card provider that does not answer: a 503 that may be repeated after ten seconds. */
export function providerDown(
  message = "The card company isn't answering right now. Please try again in a few minutes.",
): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 10 })
}

/** What a screen says when the card provider did not do what it was asked. */
export function refusalOf(outcome: Unavailable | Declined | NotSetUp): AppError {
  switch (outcome.kind) {
    case 'unavailable':
      return providerDown()
    case 'declined':
      return new AppError('plan_limit_reached', outcome.message)
    case 'not_set_up':
      return new AppError(
        'unavailable',
        "You can't subscribe yet: the people who run this Cooee need to set up its prices first.",
      )
  }
}
