import { sql } from 'kysely'
import type { OpenIncidentView } from '#contract/calls/incidents.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { aboutNow, causesOf } from '../causes/incident-causes.ts'
import { linkFor, selectIncident } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { lastAskedAt } from '../people/unknown-to.ts'
import { readerIdOf } from './reader-id-of.ts'

/** The incidents of an account that have not ended, the oldest first, each with the page of the member who reads. */
export async function listOpenIncidents(
  deps: Pick<IncidentDeps, 'db' | 'clock' | 'links' | 'escalation'>,
  reader: Pick<ReadAccount, 'id' | 'by' | 'mayAnswer'>,
): Promise<OpenIncidentView[]> {
  const readerId = await readerIdOf(deps.db, reader)
  const open = await selectIncident(deps.db)
    // Somebody who has not confirmed their address is not among its people, and reads it all the same.
    .leftJoin('incidentPeople as you', (join) =>
      join.onRef('you.incidentId', '=', 'incidents.id').on('you.personId', '=', readerId),
    )
    .innerJoin('people', (join) => join.on('people.id', '=', readerId))
    .leftJoin('incidentPeople as owner', 'owner.id', 'incidents.ownerId')
    .select(['you.id as yourId', 'owner.name as ownerName', 'people.timezone as yourTimezone'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('alerts')
          .select('alerts.id')
          .whereRef('alerts.incidentId', '=', 'incidents.id')
          .where(sql<boolean>`alerts.incident_person_id is distinct from you.id`)
          .where('alerts.purpose', '=', 'alert'),
      )
        .$castTo<boolean>()
        .as('areOthersAlerted'),
    )
    .where('incidents.accountId', '=', reader.id)
    .where('incidents.endedAt', 'is', null)
    .orderBy('incidents.id')
    .execute()
  return Promise.all(
    open.map(async (incident) => {
      const { id, lovedOneId, name, lovedOnePhone, cause, status, ownerId, ownerName, yourId, areOthersAlerted } =
        incident
      const causes = await causesOf(deps.db, id)
      return {
        id,
        lovedOne: { id: lovedOneId, name, phoneNumber: lovedOnePhone },
        cause,
        headline: aboutNow({ ...incident, readerTimezone: incident.yourTimezone }, causes, deps.clock.now(), 'member')
          .headline,
        status: status === 'resolved' ? 'unresolved' : status,
        owner: status === 'owned' ? ownerName : null,
        isYours: status === 'owned' && yourId !== null && ownerId === yourId,
        areOthersAlerted,
        askedAt: lastAskedAt(causes)?.toISOString() ?? null,
        // The link alone is enough to answer.
        link:
          reader.mayAnswer === false || yourId === null
            ? '/dashboard'
            : linkFor({ ...deps, publicUrl: '' }, incident, { id: yourId }),
      }
    }),
  )
}
