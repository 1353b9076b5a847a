import { mayBeLostSince } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { AlertsTable } from '#server/platform/database/schema.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { writeAlert } from '../steps/notify-person.ts'

/** Queues an alert by phone for a person. Returns its id; null when it was written before, or there is no number. */
export async function writeAlertCall(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  { notBefore, ...alert }: { round: number; purpose: AlertsTable['purpose']; notBefore?: Date },
): Promise<number | null> {
  if (person.phoneNumber === null) return null
  const alertId = await writeAlert(deps, trx, incident, person, { channel: 'call', ...alert })
  if (alertId === null) return null
  const queuedAt = notBefore ?? deps.clock.now()
  // Steps of incidents that are lost are taken again: the provider is asked before somebody is rung twice for one.
  const lostSince = await mayBeLostSince(trx, queuedAt)
  const possiblyLost = lostSince && ({ state: 'unknown', startedAt: lostSince } as const)
  await trx
    .insertInto('alertCalls')
    .values({ alertId, phoneNumber: person.phoneNumber, startedAt: queuedAt, nextAt: queuedAt, ...possiblyLost })
    .execute()
  return alertId
}
