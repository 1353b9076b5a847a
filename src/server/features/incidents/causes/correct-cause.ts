import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'
import type { NewCause } from '../steps/add-cause.ts'
import { updateFromCauses } from './incident-causes.ts'
import { lockIncident, lockIncidentsOf } from './incident-state.ts'

/** A machine had taken the call: its cause, and its incident while open, say what `newCause` says. It is the same miss, so nobody is notified again. */
export async function correctCause({ clock }: IncidentDeps, trx: Trx, newCause: NewCause): Promise<void> {
  const { lovedOneId, callId, form, headline, detail } = newCause
  await lockIncidentsOf(trx, lovedOneId)
  const cause = await trx
    .updateTable('incidentCauses')
    .set({ form: form ?? null, headline, detail })
    .where('callId', '=', callId)
    .where('form', '=', 'no_clear_answer')
    .returning('incidentId')
    .executeTakeFirst()
  const incident = cause && (await lockIncident(trx, cause.incidentId))
  if (incident) await updateFromCauses(trx, incident, clock.now())
}
