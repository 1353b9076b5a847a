import type { Trx } from '#server/platform/database/database.ts'
import { NOT_NEEDED } from './still-needed.ts'

/**
 * Drops messages that wait to be sent and are not true any more. A message that a worker is sending at this moment is
 * sent.
 */
export async function markNotNeeded(trx: Trx, messageIds: readonly number[], now: Date): Promise<void> {
  if (messageIds.length === 0) return
  await trx
    .updateTable('messages')
    .set({ failedAt: now, error: NOT_NEEDED })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('id', 'in', [...messageIds])
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .where((or) => or.or([or('claimedUntil', 'is', null), or('claimedUntil', '<=', now)]))
        // This waits for no lock: the transaction that holds one waits for the loved one whom we hold.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
