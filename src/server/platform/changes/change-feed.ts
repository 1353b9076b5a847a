import { CHANGE_TOPICS, type ChangeTopic } from '#contract/changes.ts'
import type { AccountChanges } from './account-changes.ts'

type Listener = (topics: ReadonlySet<ChangeTopic>) => void

/** Passes changes on to those of this process who listen for an account's, and to nobody else. */
export interface ChangeFeed {
  publish(changes: AccountChanges): void
  /** Changes may have been lost: every listener loads everything again. */
  publishToAll(): void
  /** Returns how to leave. */
  listen(accountId: number, listener: Listener): () => void
  /** How many listen for this account's. */
  listeners(accountId: number): number
}

export function changeFeed(): ChangeFeed {
  const byAccount = new Map<number, Set<Listener>>()
  const notify = (listeners: Iterable<Listener>, topics: ReadonlySet<ChangeTopic>): void => {
    for (const listener of listeners) listener(topics)
  }
  return {
    publish(changes) {
      for (const [accountId, topics] of changes) notify(byAccount.get(accountId) ?? [], topics)
    },
    publishToAll() {
      for (const listeners of byAccount.values()) notify(listeners, new Set(CHANGE_TOPICS))
    },
    listen(accountId, listener) {
      const listeners = byAccount.get(accountId) ?? new Set()
      byAccount.set(accountId, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && byAccount.get(accountId) === listeners) byAccount.delete(accountId)
      }
    },
    listeners: (accountId) => byAccount.get(accountId)?.size ?? 0,
  }
}
