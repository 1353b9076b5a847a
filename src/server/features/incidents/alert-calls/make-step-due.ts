import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'
import { ESCALATING_STATUSES } from './alert-state.ts'

/** A message will not arrive: where an incident waits for an answer to its alert, its next step is due now. In the transaction of the fact. */
export async function stepAfterUndelivered(deps: IncidentDeps, trx: Trx, messageId: number): Promise<void> {
  const alert = await trx.selectFrom('alerts').select('id').where('messageId', '=', messageId).executeTakeFirst()
  if (alert) await makeStepDue(deps, trx, alert.id)
}

/** No answer to an alert is expected any more: the next step of its incident is due now, and `advanceIncidents` takes it. */
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

/** A phone that rang for us is free: the steps of incidents that may wait for it are due now. Locked incidents are skipped: their own step reads whether the phone is free. */
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
