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
  const lostSince = await mayBeDialledSince(trx, queuedAt)
  const doubt = lostSince && ({ state: 'unknown', startedAt: lostSince } as const)
  await trx
    .insertInto('alertCalls')
    .values({ alertId, phoneNumber: person.phoneNumber, startedAt: queuedAt, nextAt: queuedAt, ...doubt })
    .execute()
  return alertId
}

/** For so long after a fail-over the provider is asked about each alert before it is dialled. */
const ASKED_AFTER_FAILOVER_MS = 15 * 60_000
/** A dial that is older is given up by the reconciler, which would stop a phone that rings. */
const LOST_AT_MOST_MS = 5 * 60_000

/**
 * Since when an alert that is queued now may have been dialled already: steps of incidents that were lost in a fail-over are
 * taken again. Null where there was none lately.
 */
async function mayBeDialledSince(trx: Trx, queuedAt: Date): Promise<Date | null> {
  const pace = await trx
    .selectFrom('dialPace')
    .select(['movedAt', 'keptUntil'])
    .where('movedAt', '>', new Date(queuedAt.getTime() - ASKED_AFTER_FAILOVER_MS))
    .executeTakeFirst()
  if (!pace?.movedAt) return null
  const earliest = queuedAt.getTime() - LOST_AT_MOST_MS
  return new Date(Math.max((pace.keptUntil ?? pace.movedAt).getTime(), earliest))
}
