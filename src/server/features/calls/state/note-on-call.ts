import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { storedNote } from './reached-note.ts'

/** Its account holder was notified that it was not dialled at its time. */
export async function noteLateNotified(trx: Trx, id: number, now: Date): Promise<void> {
  await trx.updateTable('calls').set({ lateNotifiedAt: now }).where('id', '=', id).execute()
}

/** Its phone refuses calls. With `isCancelled` it is cancelled as well: it is not retried, and what kept it from being dialled before does not matter any more. */
export async function noteRefused(trx: Trx, id: number, now: Date, { isCancelled = false } = {}): Promise<void> {
  await trx
    .updateTable('calls')
    .set({ refusedAt: now, ...(isCancelled && { cancelledAt: now, reason: null }) })
    .where('id', '=', id)
    .execute()
}

/** The account holder has reached the loved one; `note` in their words, null when they wrote none. */
export async function noteReached(
  sealing: Sealing,
  trx: Trx,
  id: number,
  { now, note }: { now: Date; note: string | null },
): Promise<void> {
  await trx
    .updateTable('calls')
    .set({ resolvedAt: now, ...storedNote(sealing, id, note) })
    .where('id', '=', id)
    .execute()
}

/**
 * Part of a statement that removes dials which were not placed: counts them. The statement has them in `counted
 * (call_id, tries)`.
 */
export const COUNTING_NOT_PLACED: RawBuilder<unknown> = sql`
  update calls set not_placed_tries = not_placed_tries + counted.tries
  from counted where calls.id = counted.call_id`

/** Notes that these calls end because help was asked for: as part of the transaction that completes them. */
export async function noteEndedByHelp(trx: Trx, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  await trx
    .updateTable('calls')
    .set({ endedByHelp: true })
    .where('id', 'in', [...callIds])
    .execute()
}
