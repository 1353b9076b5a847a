import type { CareDeps } from '../deps.ts'

const MOST = 20_000

/** Attempts of which this process has written down lately that the provider tells of them, and as which call. */
export interface RecentlyLinked {
  has(attemptId: number, providerCallId: string): boolean
  add(attemptId: number, providerCallId: string): void
  forget(attemptId: number): void
}

/**
 * What is remembered holds for half of the time for which the provider is left in peace after a callback: an attempt of
 * which callbacks come in is written down again before it would be asked about.
 * Without it a call costs 1.07 times the statements and 1.2 times the processor (docs/performance.md).
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
