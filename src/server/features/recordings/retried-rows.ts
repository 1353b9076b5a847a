import type { UpdateResult } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { RecordingsDeps } from './deps.ts'
import { CLOCK_MARGIN_MS, pauseAfter } from './pauses.ts'

/** Rows that fall due, are claimed with a lease and retried after growing pauses. */
interface RetriedRows {
  /** Longer than the adapters wait together: an older claim belongs to a worker that died. */
  leaseMs: number
  /** Leases a row until `until` if it is due by `dueBy`, and counts the try. */
  lease(db: Db, id: number, times: { until: Date; dueBy: Date }): Promise<{ tries: number } | undefined>
  /** Says when the row is due next, unless nothing is left to do. */
  postpone(trx: Trx, id: number, until: Date): Promise<UpdateResult>
}

/** Recordings that are fetched from the provider, and may be put into the store. */
export const FETCHES: RetriedRows = {
  leaseMs: 3 * 60_000,
  lease: (db, id, { until, dueBy }) =>
    db
      .updateTable('recordings')
      .set((eb) => ({ fetchAt: until, fetchTries: eb('fetchTries', '+', 1) }))
      .where('id', '=', id)
      .where('fetchAt', '<=', dueBy)
      .returning('fetchTries as tries')
      .executeTakeFirst(),
  postpone: (trx, id, until) =>
    trx
      .updateTable('recordings')
      .set({ fetchAt: until })
      .where('id', '=', id)
      .where('fetchAt', 'is not', null)
      .executeTakeFirst(),
}

/** Deletions at the provider and in the store. */
export const DELETIONS: RetriedRows = {
  leaseMs: 2 * 60_000,
  lease: (db, id, { until, dueBy }) =>
    db
      .updateTable('recordingDeletions')
      .set((eb) => ({ deleteAt: until, tries: eb('tries', '+', 1) }))
      .where('id', '=', id)
      .where('deleteAt', '<=', dueBy)
      .returning('tries')
      .executeTakeFirst(),
  postpone: (trx, id, until) =>
    trx.updateTable('recordingDeletions').set({ deleteAt: until }).where('id', '=', id).executeTakeFirst(),
}

/** Claims a row that is due, so that no other worker does its work meanwhile. Returns which try this is; null when it is not due. */
export async function claimRow(
  { db, clock }: Pick<RecordingsDeps, 'db' | 'clock'>,
  rows: RetriedRows,
  id: number,
): Promise<number | null> {
  const now = clock.now().getTime()
  const times = { until: new Date(now + rows.leaseMs), dueBy: new Date(now + CLOCK_MARGIN_MS) }
  return (await rows.lease(db, id, times))?.tries ?? null
}

/**
 * Makes a claimed row due again after the pause that follows that many tries, and has `wake` send its job in the same
 * transaction. Does nothing when the row is gone or has nothing left to do.
 */
export async function retryRow(
  { db, clock }: Pick<RecordingsDeps, 'db' | 'clock'>,
  rows: RetriedRows,
  { id, tries }: { id: number; tries: number },
  wake: (trx: Trx, startAfter: Date) => Promise<void> = async () => {},
): Promise<void> {
  const next = new Date(clock.now().getTime() + pauseAfter(tries))
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await rows.postpone(trx, id, next)
    if (numUpdatedRows > 0n) await wake(trx, next)
  })
}
