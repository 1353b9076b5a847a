import type { Trx } from '#server/platform/database/database.ts'
import { lockIncidentsOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { addAnsweringMember } from '../people/add-answering-member.ts'
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
 * any of its people can, and any member who is not among them. `callId` selects only an incident about that call. Null when none is open. The caller holds
 * the locks of the loved one's calls.
 */
export async function answerAsMember(
  deps: IncidentDeps,
  trx: Trx,
  { personId, lovedOneId, callId, knownUntil }: AnsweredOnScreen,
): Promise<AnswerResult | null> {
  await lockIncidentsOf(trx, lovedOneId)
  const open = await trx
    .selectFrom('incidents')
    .select(['incidents.id as incidentId', 'incidents.accountId'])
    .where('incidents.lovedOneId', '=', lovedOneId)
    .where('incidents.endedAt', 'is', null)
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
  if (!open) return null
  const { incidentId } = open
  const personOf = () =>
    trx
      .selectFrom('incidentPeople')
      .select('id')
      .where('incidentId', '=', incidentId)
      .where('personId', '=', personId)
      .executeTakeFirst()
  let person = await personOf()
  if (!person) {
    await addAnsweringMember(trx, { ...open, personId })
    person = await personOf()
  }
  if (!person) return null
  const seenAt = knownUntil === null ? new Date(0) : knownUntil
  return answerIncident(deps, trx, { incidentId, incidentPersonId: person.id, answer: { kind: 'ok' }, seenAt })
}
