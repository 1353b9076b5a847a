import type { Trx } from '#server/platform/database/database.ts'

/** After a restore: an alert that was queued may have been dialled since the backup, so the provider is asked first. */
export async function markQueuedAlertsUnknown(trx: Trx, restoredAt: Date): Promise<void> {
  await trx
    .updateTable('alertCalls')
    .set({ state: 'unknown', nextAt: restoredAt })
    .where('state', '=', 'queued')
    .where('nextAt', '<=', restoredAt)
    .execute()
}
