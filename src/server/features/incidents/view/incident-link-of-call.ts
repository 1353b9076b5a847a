import { linkFor } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'

/** The path of the account holder's own page of a call's incident; null without an incident, or after its links have expired. */
export async function incidentLinkOfCall(
  deps: Pick<IncidentDeps, 'db' | 'clock' | 'links' | 'escalation'>,
  callId: number,
): Promise<string | null> {
  const holder = await deps.db
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .select(['incidentPeople.id', 'incidents.openedAt', 'incidents.endedAt'])
    .where('incidentCauses.callId', '=', callId)
    .where('incidentPeople.role', '=', 'member')
    .executeTakeFirst()
  if (!holder) return null
  const expiredAt =
    holder.endedAt && Math.max(holder.openedAt.getTime(), holder.endedAt.getTime()) + deps.escalation.linkMs
  if (expiredAt !== null && expiredAt < deps.clock.now().getTime()) return null
  return linkFor({ ...deps, publicUrl: '' }, holder, holder)
}
