import { z } from 'zod'
import { CHANGE_TOPICS, type ChangeTopic } from '#contract/changes.ts'

/** What changed, by account. */
export type AccountChanges = ReadonlyMap<number, ReadonlySet<ChangeTopic>>

/** Adds what changed to what is known to have changed. */
export function addChanges(to: Map<number, Set<ChangeTopic>>, changes: AccountChanges): void {
  for (const [accountId, topics] of changes) {
    const known = to.get(accountId) ?? new Set()
    for (const topic of topics) known.add(topic)
    to.set(accountId, known)
  }
}

/** PostgreSQL takes 8000 bytes in a notification; an account takes some 40. */
const ACCOUNTS_IN_ONE = 150

/** Changes as the texts of as few notifications as can hold them. */
export function asNotifications(changes: AccountChanges): string[] {
  const entries = [...changes].map(([accountId, topics]) => [accountId, [...topics]])
  const texts: string[] = []
  for (let from = 0; from < entries.length; from += ACCOUNTS_IN_ONE) {
    texts.push(JSON.stringify(entries.slice(from, from + ACCOUNTS_IN_ONE)))
  }
  return texts
}

const notification = z.array(z.tuple([z.number().int(), z.array(z.enum(CHANGE_TOPICS))]))

/** Reads the text of a notification; null when it is not ours, or from another version of Cooee. */
export function fromNotification(text: string): AccountChanges | null {
  try {
    return new Map(notification.parse(JSON.parse(text)).map(([accountId, topics]) => [accountId, new Set(topics)]))
  } catch {
    return null
  }
}
