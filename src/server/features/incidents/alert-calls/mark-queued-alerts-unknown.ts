import type { Failover } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * After a restore or a fail-over: an alert that was queued may have been dialled in the time that is lost, so the provider is
 * asked first, at `askAt`.
 */
export async function markQueuedAlertsUnknown(
  trx: Trx,
  { dueUntil, askAt }: Pick<Failover, 'dueUntil' | 'askAt'>,
): Promise<void> {
  await trx
    .updateTable('alertCalls')
    .set({ state: 'unknown', nextAt: askAt })
    .where('state', '=', 'queued')
    .where('nextAt', '<=', dueUntil)
    .execute()
}
