import type { Declined, NotSetUp, Payments, Unavailable } from '#server/adapters/payments/payments.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { BillingDeps } from './deps.ts'

/** The card provider, where subscriptions exist at all. */
export function paymentsOf({ payments, isBillingOn }: Pick<BillingDeps, 'payments' | 'isBillingOn'>): Payments {
  if (isBillingOn && payments) return payments
  throw new AppError('conflict', 'Billing is off: Cooee costs nothing here, so there is no subscription to change.')
}

export function providerDown(
  message = 'The card provider does not answer at the moment. Please try again in a few minutes.',
): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 10 })
}

/** What a screen is told where the card provider did not do what it was asked. */
export function refusalOf(outcome: Unavailable | Declined | NotSetUp): AppError {
  switch (outcome.kind) {
    case 'unavailable':
      return providerDown()
    case 'declined':
      return new AppError('plan_limit_reached', outcome.message)
    case 'not_set_up':
      return new AppError(
        'unavailable',
        'Subscribing is not possible yet: whoever runs this Cooee has to set up its prices first.',
      )
  }
}
