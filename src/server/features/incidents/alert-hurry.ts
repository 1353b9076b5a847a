import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'

/**
 * A text message or a mail will not arrive: if an alert was in it and its incident waits for an answer to just this one,
 * the next step is at once. Does nothing for any other message. In the transaction of the fact.
 */
export async function hurryOn(deps: IncidentDeps, trx: Trx, messageId: number): Promise<void> {
  const alert = await trx.selectFrom('alerts').select('id').where('messageId', '=', messageId).executeTakeFirst()
  if (alert) await stepAtOnce(deps, trx, alert.id)
}

/** Nothing more is to be expected of an alert. Only the newest is waited for, and only until the next round begins. */
export async function stepAtOnce({ clock }: IncidentDeps, trx: Trx, alertId: number): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('incidents')
    .set({ nextStepAt: now })
    .where('status', '=', 'running')
    .where('nextStepAt', '>', now)
    .where('id', '=', (eb) => eb.selectFrom('alerts').select('incidentId').where('id', '=', alertId))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('alerts')
          .select('alerts.id')
          .where('alerts.id', '=', alertId)
          .where('alerts.purpose', '=', 'alert')
          .whereRef('alerts.round', '=', 'incidents.round'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alerts')
            .select('alerts.id')
            .whereRef('alerts.incidentId', '=', 'incidents.id')
            .where('alerts.purpose', '=', 'alert')
            .where('alerts.id', '>', alertId),
        ),
      ),
    )
    .execute()
}
