import type { Trx } from '#server/platform/database/database.ts'
import { lockOpenIncident, type OpenIncident, peopleOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { notifyAlertedPeople } from '../steps/notify-person.ts'

const ONCE_IN_MS = 3_600_000

/**
 * The loved one's phone has rung Cooee, and nothing has been answered yet: those who look after an open incident of theirs
 * are told that fact, without an all-clear: its owner; while nobody has it, everybody who was alerted. Once in an
 * hour. Ends nothing.
 */
export async function noteRangCooee(
  deps: IncidentDeps,
  trx: Trx,
  { lovedOneId }: { lovedOneId: number },
): Promise<void> {
  const now = deps.clock.now()
  const incident = await lockOpenIncident(trx, lovedOneId)
  if (!incident || (await wasNotifiedRecently(trx, incident, now))) return
  const people = await peopleOf(trx, incident.id)
  const concerned = incident.status === 'owned' ? people.filter(({ id }) => id === incident.ownerId) : people
  await notifyAlertedPeople(deps, trx, incident, concerned, { notification: { purpose: 'rang', at: now } })
}

async function wasNotifiedRecently(trx: Trx, { id }: OpenIncident, now: Date): Promise<boolean> {
  const lately = await trx
    .selectFrom('alerts')
    .select('id')
    .where('incidentId', '=', id)
    .where('purpose', '=', 'rang')
    .where('createdAt', '>', new Date(now.getTime() - ONCE_IN_MS))
    .limit(1)
    .executeTakeFirst()
  return lately !== undefined
}
