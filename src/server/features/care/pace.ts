import type { Trx } from '#server/platform/database.ts'

/** So much unused time is kept: enough to make up for a late timer, too little to pass the limit noticeably. */
const KEPT_MS = 50
/** Workers' clocks may differ by so much. */
const CLOCKS_DIFFER_MS = 1_000

export interface Places {
  /** How many calls may leave now. */
  open: number
  /** When the next place opens if none is open now. */
  opensAt: Date
  /** Marks places as used, in the same transaction. */
  use(count: number): Promise<void>
}

/**
 * The provider's calls-per-second limit as one row that all workers share. Beyond its limit the provider would hold
 * calls for hours and ring at lunch what was due at breakfast, so the queue stays here. Locks the row until the
 * transaction ends: which calls leave next is decided by one worker at a time.
 */
export async function lockPlaces(trx: Trx, callsPerSecond: number, now: Date): Promise<Places> {
  const row = await trx.selectFrom('dialPace').select('nextAtMs').forUpdate().executeTakeFirstOrThrow()
  const intervalMs = 1000 / callsPerSecond
  // Further ahead than one place is only what a clock wrote that was turned back since: nobody waits for that.
  const isFromTheFuture = row.nextAtMs > now.getTime() + intervalMs + CLOCKS_DIFFER_MS
  const nextMs = isFromTheFuture ? now.getTime() : Math.max(row.nextAtMs, now.getTime() - KEPT_MS)
  return {
    open: nextMs > now.getTime() ? 0 : Math.floor((now.getTime() - nextMs) / intervalMs) + 1,
    opensAt: new Date(Math.ceil(nextMs)),
    async use(count) {
      await trx
        .updateTable('dialPace')
        .set({ nextAtMs: nextMs + count * intervalMs })
        .execute()
    },
  }
}
