import type { User } from '#contract/accounts.ts'

type Named = Pick<User, 'username' | 'firstName' | 'lastName'>

/** First letters of first and last name; else the first letter of the username; else U. */
export function initialsOf({ username, firstName, lastName }: Named): string {
  const letters = firstName && lastName ? firstName.charAt(0) + lastName.charAt(0) : username.charAt(0)
  return letters.toUpperCase() || 'U'
}

/** The full name, else the username. */
export function displayNameOf({ username, firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
