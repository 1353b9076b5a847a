import type { Trx } from '#server/platform/database/database.ts'
import { NOT_NEEDED } from './still-wanted.ts'

/** Drops messages that wait to be sent: what they say holds no more. One that somebody is sending at this moment leaves. */
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
        // Nobody is waited for: whoever has one waits for the loved one whom we hold.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
