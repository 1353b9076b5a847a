import type { OpenIncidentView } from '#contract/calls/incidents.ts'
import { aboutNow, causesOf } from '../causes/incident-causes.ts'
import { linkFor, selectIncident } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'

/** The incidents of an account that have not ended, the oldest first. */
export async function listOpenIncidents(
  deps: Pick<IncidentDeps, 'db' | 'clock' | 'links' | 'escalation'>,
  accountId: number,
): Promise<OpenIncidentView[]> {
  const open = await selectIncident(deps.db)
    .innerJoin('incidentPeople as holder', (join) =>
      join.onRef('holder.incidentId', '=', 'incidents.id').on('holder.role', '=', 'member'),
    )
    .leftJoin('incidentPeople as owner', 'owner.id', 'incidents.ownerId')
    .select(['holder.id as holderId', 'owner.name as ownerName'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('alerts')
          .select('alerts.id')
          .whereRef('alerts.incidentId', '=', 'incidents.id')
          .whereRef('alerts.personId', '<>', 'holder.id')
          .where('alerts.purpose', '=', 'alert'),
      )
        .$castTo<boolean>()
        .as('areOthersAlerted'),
    )
    .where('incidents.accountId', '=', accountId)
    .where('incidents.endedAt', 'is', null)
    .orderBy('incidents.id')
    .execute()
  return Promise.all(
    open.map(async (incident) => {
      const { id, lovedOneId, name, lovedOnePhone, cause, status, ownerId, ownerName, holderId, areOthersAlerted } =
        incident
      const causes = await causesOf(deps.db, id)
      return {
        id,
        lovedOne: { id: lovedOneId, name, phoneNumber: lovedOnePhone },
        cause,
        headline: aboutNow(incident, causes, deps.clock.now(), 'member').headline,
        status: status === 'resolved' ? 'unresolved' : status,
        owner: status === 'owned' ? ownerName : null,
        isYours: status === 'owned' && ownerId === holderId,
        areOthersAlerted,
        link: linkFor({ ...deps, publicUrl: '' }, incident, { id: holderId }),
      }
    }),
  )
}
