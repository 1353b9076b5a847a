import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'
import { ESCALATING_STATUSES } from './alert-state.ts'

/**
 * A text message or a mail will not arrive: if an alert was in it and its incident waits for an answer to just this one,
 * the next step is at once. Does nothing for any other message. In the transaction of the fact.
 */
export async function advanceStep(deps: IncidentDeps, trx: Trx, messageId: number): Promise<void> {
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
    .set({ nextAt: now })
    .where('status', 'in', ESCALATING_STATUSES)
    .where('nextAt', '>', now)
    .where('id', '=', (eb) => eb.selectFrom('alerts').select('incidentId').where('id', '=', alertId))
    .execute()
}

/**
 * A phone that rang for us is free: incidents that may wait for it take their next step now. One that is busy just now is left
 * out; it looks again by itself.
 */
export async function stepWhoWaitsFor({ db, clock }: IncidentDeps, phoneNumber: string): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('incidents')
    .set({ nextAt: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('incidents')
        .select('id')
        .where('status', 'in', ESCALATING_STATUSES)
        .where('nextAt', '>', now)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('incidentPeople')
              .select('incidentPeople.id')
              .whereRef('incidentPeople.incidentId', '=', 'incidents.id')
              .where('incidentPeople.phoneNumber', '=', phoneNumber),
          ),
        )
        .orderBy('id')
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
