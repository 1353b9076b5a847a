import { useSyncExternalStore } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { getSession, type Session, subscribeToSession } from './session.ts'

/** The session, re-rendering when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession)
}

/** The signed-in user; only for screens behind the guard. */
export function useUser(): User {
  const current = useSession()
  if (current.status !== 'signed-in') throw new Error('This screen needs a signed-in user.')
  return current.user
}
