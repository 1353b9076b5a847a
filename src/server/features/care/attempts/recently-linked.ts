import type { CareDeps } from '../deps.ts'

const MOST = 20_000

/** Attempts that this process has recently recorded as linked, and to which provider call. */
export interface RecentlyLinked {
  has(attemptId: number, providerCallId: string): boolean
  add(attemptId: number, providerCallId: string): void
  forget(attemptId: number): void
}

/**
 * An entry holds for half of the time for which the provider is not asked after a callback: an attempt with callbacks
 * is recorded again before it would be reconciled. Without it a call costs 1.07 times the statements and 1.2 times the
 * processor (docs/performance.md).
 */
export function recentlyLinked({ clock, timing }: Pick<CareDeps, 'clock' | 'timing'>): RecentlyLinked {
  const linked = new Map<number, { providerCallId: string; until: number }>()
  return {
    has(attemptId, providerCallId) {
      const known = linked.get(attemptId)
      return known?.providerCallId === providerCallId && clock.now().getTime() < known.until
    },
    add(attemptId, providerCallId) {
      const [oldest] = linked.keys()
      if (linked.size >= MOST && oldest !== undefined) linked.delete(oldest)
      linked.delete(attemptId)
      linked.set(attemptId, { providerCallId, until: clock.now().getTime() + timing.quietMs / 2 })
    },
    forget: (attemptId) => linked.delete(attemptId),
  }
}
