import type { SubscriptionFields, User } from '#contract/accounts/accounts.ts'
import type { Account } from '#server/platform/http/authentication.ts'
import { isEmailVerified } from '../verification/email-verification.ts'
import { isPhoneVerified } from '../verification/phone-verification.ts'

/** An account as the API sends it, with its subscription fields. */
export function presentUser(account: Account, subscription: SubscriptionFields): User {
  const { id, username, email, firstName, lastName, phoneNumber, timezone, role, deleteAt } = account
  return {
    ...{
      id,
      username,
      email,
      emailVerified: isEmailVerified(account),
      callsWaitForEmail: account.verifiedEmail === null,
    },
    ...{ firstName, lastName, phoneNumber, phoneVerified: isPhoneVerified(account), timezone, role },
    ...subscription,
    ...(deleteAt && { deleteAt: deleteAt.toISOString() }),
  }
}
