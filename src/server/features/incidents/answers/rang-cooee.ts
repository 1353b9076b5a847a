import type { Trx } from '#server/platform/database/database.ts'
import { lockOpenIncident, peopleOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { notifyAlertedPeople } from '../steps/notify-person.ts'
import { wasNotifiedSince } from './answers-noted.ts'

const ONCE_IN_MS = 3_600_000

/**
 * The loved one's phone has rung Cooee, and nothing has been answered yet: the people of an open incident are notified
 * of that fact, without an all-clear: the owner, or everybody who was alerted while there is no owner. Once in an hour.
 * Ends nothing.
 */
export async function noteRangCooee(
  deps: IncidentDeps,
  trx: Trx,
  { lovedOneId }: { lovedOneId: number },
): Promise<void> {
  const now = deps.clock.now()
  const incident = await lockOpenIncident(trx, lovedOneId)
  if (!incident || (await wasNotifiedSince(trx, incident, 'rang', new Date(now.getTime() - ONCE_IN_MS)))) return
  const people = await peopleOf(trx, incident.id)
  const concerned = incident.status === 'owned' ? people.filter(({ id }) => id === incident.ownerId) : people
  await notifyAlertedPeople(deps, trx, incident, concerned, { content: { purpose: 'rang', at: now } })
}
