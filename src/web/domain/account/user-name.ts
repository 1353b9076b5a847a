import type { User } from '#contract/accounts/accounts.ts'

type Named = Pick<User, 'username' | 'firstName' | 'lastName'>

/** The full name, else the username. */
export function displayNameOf({ username, firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
