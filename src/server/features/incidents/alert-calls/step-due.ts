import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'
import { ESCALATING_STATUSES } from './alert-state.ts'

/** A message will not arrive: where an incident waits for an answer to its alert, the next step is at once. In the transaction of the fact. */
export async function stepAfterUndelivered(deps: IncidentDeps, trx: Trx, messageId: number): Promise<void> {
  const alert = await trx.selectFrom('alerts').select('id').where('messageId', '=', messageId).executeTakeFirst()
  if (alert) await makeStepDue(deps, trx, alert.id)
}

/** Nothing more is to be expected of an alert: its incident takes its next step now. */
export async function makeStepDue({ clock }: IncidentDeps, trx: Trx, alertId: number): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('incidents')
    .set({ nextAt: now })
    .where('status', 'in', ESCALATING_STATUSES)
    .where('nextAt', '>', now)
    .where('id', '=', (eb) => eb.selectFrom('alerts').select('incidentId').where('id', '=', alertId))
    .execute()
}

/** A phone that rang for us is free: incidents that may wait for it step now. Locked incidents are skipped; they check again themselves. */
export async function wakeIncidentsWaitingForPhone({ db, clock }: IncidentDeps, phoneNumber: string): Promise<void> {
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
