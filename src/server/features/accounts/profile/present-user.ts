import type { SubscriptionFields, User } from '#contract/accounts/accounts.ts'
import type { Account, Person } from '#server/platform/http/requests/authentication.ts'
import { isEmailVerified } from '../verification/email-verification.ts'
import { isPhoneVerified } from '../verification/phone-verification.ts'

/** The circle that the session is in, and all that the person belongs to. */
export interface Surroundings {
  account: Pick<Account, 'verifiedAt' | 'deleteAt'>
  circle: User['circle']
  circles: User['circles']
}

/** The signed-in person as the API sends them, with the subscription fields of the circle they have entered. */
export function presentUser(
  person: Person,
  { account, circle, circles }: Surroundings,
  subscription: SubscriptionFields,
): User {
  const { id, username, email, firstName, lastName, phoneNumber, timezone, role } = person
  const { deleteAt } = account
  return {
    ...{
      id,
      username,
      email,
      emailVerified: isEmailVerified(person),
      callsWaitForEmail: account.verifiedAt === null,
    },
    ...{ firstName, lastName, phoneNumber, phoneVerified: isPhoneVerified(person), timezone, role },
    ...{ circle, circles },
    ...subscription,
    ...(deleteAt && { deleteAt: deleteAt.toISOString() }),
  }
}
