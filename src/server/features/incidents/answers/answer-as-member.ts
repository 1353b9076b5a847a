import type { Trx } from '#server/platform/database/database.ts'
import { lockIncidentsOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { answerIncident } from './answer-incident.ts'
import type { AnswerResult } from './incident-answer.ts'

interface AnsweredOnScreen {
  personId: number
  lovedOneId: number
  callId?: number
  /** When help was last asked for of which their screen showed; null: it showed none. Without it, what they were sent counts. */
  knownUntil?: Date | null | undefined
}

/**
 * A member says on a screen that all is well with a loved one: ends the incident that is open about them, as
 * any of its people can. `callId` selects only an incident about that call. Null when none is open. The caller holds
 * the locks of the loved one's calls.
 */
export async function answerAsMember(
  deps: IncidentDeps,
  trx: Trx,
  { personId, lovedOneId, callId, knownUntil }: AnsweredOnScreen,
): Promise<AnswerResult | null> {
  await lockIncidentsOf(trx, lovedOneId)
  const member = await trx
    .selectFrom('incidents')
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .select(['incidents.id as incidentId', 'incidentPeople.id as incidentPersonId'])
    .where('incidents.lovedOneId', '=', lovedOneId)
    .where('incidents.endedAt', 'is', null)
    .where('incidentPeople.personId', '=', personId)
    .$if(callId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('incidentCauses')
            .select('incidentCauses.id')
            .whereRef('incidentCauses.incidentId', '=', 'incidents.id')
            .where('incidentCauses.callId', '=', callId ?? 0)
            .where('incidentCauses.endedAt', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  const seenAt = knownUntil === null ? new Date(0) : knownUntil
  return member ? answerIncident(deps, trx, { ...member, answer: { kind: 'ok' }, seenAt }) : null
}
