import type { Trx } from '#server/platform/database/database.ts'

/**
 * After a restore: an alert by phone that was owed at the time of the backup may have been dialled since. The provider is
 * asked before it is dialled.
 */
export async function markQueuedAlertsUnknown(trx: Trx, restoredAt: Date): Promise<void> {
  await trx
    .updateTable('alertCalls')
    .set({ state: 'unknown', nextAt: restoredAt })
    .where('state', '=', 'owed')
    .where('nextAt', '<=', restoredAt)
    .execute()
}
