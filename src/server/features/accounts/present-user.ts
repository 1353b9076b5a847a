import type { User } from '#contract/accounts.ts'
import type { Account } from '#server/platform/authentication.ts'

/** An account as it crosses the wire. */
export function presentUser(account: Account): User {
  const { id, username, email, firstName, lastName, phoneNumber, timezone, role, deleteAt } = account
  return {
    ...{ id, username, email, firstName, lastName, phoneNumber, timezone, role },
    ...(deleteAt && { deleteAt: deleteAt.toISOString() }),
  }
}
