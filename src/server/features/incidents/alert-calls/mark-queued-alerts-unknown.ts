import type { Failover } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { allOrEach } from '#server/platform/database/statements/all-or-each.ts'

/**
 * After a restore or a fail-over: an alert that was queued may have been dialled in the time that is lost, so the provider is
 * asked first, at `askAt`.
 */
export async function markQueuedAlertsUnknown(
  trx: Trx,
  { dueUntil, askAt, onSpoilt }: Pick<Failover, 'dueUntil' | 'askAt' | 'onSpoilt'>,
): Promise<void> {
  const queued = await trx
    .selectFrom('alertCalls')
    .select('alertId')
    .where('state', '=', 'queued')
    .where('nextAt', '<=', dueUntil)
    .forUpdate()
    .execute()
  await allOrEach(trx, queued, {
    async write(alerts) {
      await trx
        .updateTable('alertCalls')
        .set({ state: 'unknown', nextAt: askAt })
        .where('alertId', '=', (eb) => eb.fn.any(eb.val(alerts.map(({ alertId }) => alertId))))
        .execute()
    },
    spoilt: ({ alertId }, error) => onSpoilt({ table: 'alert_calls', id: alertId }, error),
  })
}
