import type { AdminAccount } from '#contract/admin/admin-accounts.ts'

/** What an account is called on the screen: the person's name, else the username. */
export function accountName({
  firstName,
  lastName,
  username,
}: Pick<AdminAccount, 'firstName' | 'lastName' | 'username'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
