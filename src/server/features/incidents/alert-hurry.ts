import type { Trx } from '#server/platform/database.ts'
import { LOOKING_FOR_SOMEBODY } from './alert-state.ts'
import type { IncidentDeps } from './deps.ts'

/**
 * A text message or a mail will not arrive: if an alert was in it and its incident waits for an answer to just this one,
 * the next step is at once. Does nothing for any other message. In the transaction of the fact.
 */
export async function hurryOn(deps: IncidentDeps, trx: Trx, messageId: number): Promise<void> {
  const alert = await trx.selectFrom('alerts').select('id').where('messageId', '=', messageId).executeTakeFirst()
  if (alert) await stepAtOnce(deps, trx, alert.id)
}

/**
 * Nothing more is to be expected of an alert: its incident takes its next step now, which waits on when it was waiting for
 * something else.
 */
export async function stepAtOnce({ clock }: IncidentDeps, trx: Trx, alertId: number): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('incidents')
    .set({ nextStepAt: now })
    .where('status', 'in', LOOKING_FOR_SOMEBODY)
    .where('nextStepAt', '>', now)
    .where('id', '=', (eb) => eb.selectFrom('alerts').select('incidentId').where('id', '=', alertId))
    .execute()
}
