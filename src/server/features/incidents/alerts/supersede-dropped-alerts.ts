import { NOT_NEEDED } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident } from '../causes/incident-state.ts'

/** Supersedes the alerts of this round that were dropped because somebody owned the incident: their people are notified again. */
export async function supersedeDroppedAlerts(trx: Trx, { id, round }: OpenIncident, now: Date): Promise<void> {
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
