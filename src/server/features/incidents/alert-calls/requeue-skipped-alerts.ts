import { NOT_NEEDED } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident } from '../causes/incident-state.ts'

/**
 * Requeues alerts of the present round that were skipped because somebody had taken the incident on: now that it has no
 * owner they are superseded, and their people are notified again.
 */
export async function requeueSkippedAlerts(trx: Trx, { id, round }: OpenIncident, now: Date): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ supersededAt: now })
    .where('incidentId', '=', id)
    .where('purpose', '=', 'alert')
    .where('round', '=', round)
    .where('supersededAt', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('alertCalls')
            .select('alertCalls.alertId')
            .whereRef('alertCalls.alertId', '=', 'alerts.id')
            .where('alertCalls.outcome', '=', 'not_needed'),
        ),
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.id', '=', 'alerts.messageId')
            .where('messages.failedAt', 'is not', null)
            .where('messages.error', '=', NOT_NEEDED),
        ),
      ]),
    )
    .execute()
}
