import type { Trx } from '#server/platform/database.ts'

/**
 * How much later than at its place a call may leave and still leave the distance of the next one as it is. Where calls
 * leave seldom a late timer costs nothing to speak of, so there is no such allowance.
 */
export function jitterMs(callsPerSecond: number): number {
  return callsPerSecond > FAST ? 20 : 0
}

/** Between one place and the next: so much more than the rate asks for that jitter makes it more in no second. */
export function spacingMs(callsPerSecond: number): number {
  return (1000 + jitterMs(callsPerSecond)) / callsPerSecond
}

/**
 * Places are taken up to so long before they open. While a transaction that takes some is slow, the calls of the one
 * before still leave, each at its own instant: no place stays empty, and none is ever made up for by hurrying. Where
 * places are rare a slow transaction costs none, and what is more urgent should not find the next one taken.
 */
export function aheadMs(callsPerSecond: number): number {
  return callsPerSecond > FAST ? 400 : 200
}

/** More calls a second than that leave in a stream. */
const FAST = 10
/** Workers' clocks may differ by so much. */
const CLOCKS_DIFFER_MS = 1_000

export interface Places {
  /** When each of the places that may be taken now opens, soonest first. */
  openAt: readonly Date[]
  /** When to look for further places once `used` of these are taken. */
  lookAgainAt(used: number): Date
  /** Marks the first `count` places as used, in the same transaction. */
  use(count: number): Promise<void>
}

/**
 * The provider's calls-per-second limit as one row that all workers share. Beyond its limit the provider would hold
 * calls for hours and ring at lunch what was due at breakfast, so the queue stays here. Locks the row until the
 * transaction ends: which calls leave next is decided by one worker at a time. Gives at most `most` places. `isUrgent`:
 * may take the place that opens next before anybody else may, so it goes before whatever else is waiting.
 */
export async function lockPlaces(
  trx: Trx,
  callsPerSecond: number,
  now: Date,
  { most, isUrgent = false }: { most: number; isUrgent?: boolean },
): Promise<Places> {
  const row = await trx.selectFrom('dialPace').select('nextAtMs').forUpdate().executeTakeFirstOrThrow()
  const intervalMs = spacingMs(callsPerSecond)
  const usualMs = aheadMs(callsPerSecond)
  const mostAheadMs = isUrgent ? usualMs + intervalMs : usualMs
  // Further ahead than a place can be taken is only what a clock wrote that was turned back since: nobody waits for that.
  const isFromTheFuture = row.nextAtMs > now.getTime() + usualMs + 2 * intervalMs + CLOCKS_DIFFER_MS
  const nextMs = isFromTheFuture ? now.getTime() : Math.max(row.nextAtMs, now.getTime())
  const open = Math.floor((now.getTime() + mostAheadMs - nextMs) / intervalMs) + 1
  return {
    openAt: Array.from(
      { length: Math.max(0, Math.min(most, open)) },
      (_, index) => new Date(Math.ceil(nextMs + index * intervalMs)),
    ),
    lookAgainAt: (used) => new Date(Math.max(now.getTime(), nextMs + used * intervalMs - mostAheadMs + usualMs / 2)),
    async use(count) {
      await trx
        .updateTable('dialPace')
        .set({ nextAtMs: nextMs + count * intervalMs })
        .execute()
    },
  }
}
