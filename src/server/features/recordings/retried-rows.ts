import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { RecordingsDeps } from './deps.ts'
import { CLOCK_MARGIN_MS, pauseAfter } from './pauses.ts'

/** Rows that fall due, are claimed with a lease and retried after growing pauses: their table and its columns. */
interface RetriedRows {
  table: 'recordings' | 'recordingDeletions'
  /** When the row is due; null once nothing is left to do. */
  dueAt: 'fetchAt' | 'deleteAt'
  tries: 'fetchTries' | 'tries'
  /** Longer than the adapters wait together: an older claim belongs to a worker that died. */
  leaseMs: number
}

/** Recordings that are fetched from the provider and may be put into the store. */
export const FETCHES: RetriedRows = { table: 'recordings', dueAt: 'fetchAt', tries: 'fetchTries', leaseMs: 3 * 60_000 }
/** Deletions at the provider and in the store. */
export const DELETIONS: RetriedRows = {
  table: 'recordingDeletions',
  dueAt: 'deleteAt',
  tries: 'tries',
  leaseMs: 2 * 60_000,
}

/** Claims a row that is due, so that no other worker does its work meanwhile. Returns which try this is; null when it is not due. */
export async function claimRow(
  { db, clock }: Pick<RecordingsDeps, 'db' | 'clock'>,
  { table, dueAt, tries, leaseMs }: RetriedRows,
  id: number,
): Promise<number | null> {
  const now = clock.now().getTime()
  const { rows } = await sql<{ tries: number }>`
    update ${sql.table(table)} set ${sql.ref(dueAt)} = ${new Date(now + leaseMs)}, ${sql.ref(tries)} = ${sql.ref(tries)} + 1
    where id = ${id} and ${sql.ref(dueAt)} <= ${new Date(now + CLOCK_MARGIN_MS)}
    returning ${sql.ref(tries)} as tries`.execute(db)
  return rows[0]?.tries ?? null
}

/**
 * Makes a claimed row due again after the pause that follows that many tries, and has `wake` send its job in the same
 * transaction. Does nothing when the row is gone or has nothing left to do.
 */
export async function retryRow(
  { db, clock }: Pick<RecordingsDeps, 'db' | 'clock'>,
  { table, dueAt }: RetriedRows,
  row: { id: number; tries: number },
  wake: (trx: Trx, startAfter: Date) => Promise<void> = async () => {},
): Promise<void> {
  const next = new Date(clock.now().getTime() + pauseAfter(row.tries))
  await db.transaction().execute(async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${sql.ref(dueAt)} = ${next}
      where id = ${row.id} and ${sql.ref(dueAt)} is not null`.execute(trx)
    if (numAffectedRows > 0n) await wake(trx, next)
  })
}
