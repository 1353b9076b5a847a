import { NOT_NEEDED } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { OpenIncident } from './incident-state.ts'

/**
 * Alerts of the present round that came to nothing because somebody had taken the incident on: now that nobody has it any
 * more, they count as not told, and their people are told in their turn. What was is kept, under a round below zero that
 * no other alert has.
 */
export async function oweNeedlessAgain(trx: Trx, { id, round }: OpenIncident): Promise<void> {
  await trx
    .updateTable('alerts')
    .set((eb) => ({
      round: eb
        .selectFrom('alerts as other')
        .select((other) => other(other.fn('least', [other.fn.min('other.round'), other.lit(0)]), '-', 1).as('below'))
        .where('other.incidentId', '=', id)
        .$asScalar()
        .$castTo<number>(),
    }))
    .where('incidentId', '=', id)
    .where('purpose', '=', 'alert')
    .where('round', '=', round)
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
