import type { Trx } from '#server/platform/database.ts'

/**
 * Places are taken up to so long before they open. While a transaction that takes some is slow, the calls of the one
 * before still leave, each at its own instant: no place stays empty, and none is ever made up for by hurrying.
 */
export const AHEAD_MS = 200
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
  const intervalMs = 1000 / callsPerSecond
  const aheadMs = isUrgent ? AHEAD_MS + intervalMs : AHEAD_MS
  // Further ahead than a place can be taken is only what a clock wrote that was turned back since: nobody waits for that.
  const isFromTheFuture = row.nextAtMs > now.getTime() + AHEAD_MS + 2 * intervalMs + CLOCKS_DIFFER_MS
  const nextMs = isFromTheFuture ? now.getTime() : Math.max(row.nextAtMs, now.getTime())
  const open = Math.floor((now.getTime() + aheadMs - nextMs) / intervalMs) + 1
  return {
    openAt: Array.from(
      { length: Math.max(0, Math.min(most, open)) },
      (_, index) => new Date(Math.ceil(nextMs + index * intervalMs)),
    ),
    lookAgainAt: (used) => new Date(Math.max(now.getTime(), nextMs + used * intervalMs - aheadMs + AHEAD_MS / 2)),
    async use(count) {
      await trx
        .updateTable('dialPace')
        .set({ nextAtMs: nextMs + count * intervalMs })
        .execute()
    },
  }
}
