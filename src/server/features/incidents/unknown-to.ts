import { isHelp } from '#core/escalation/incident-cause.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import type { IncidentAnswered } from './answer-incident.ts'
import { causesOf, type IncidentCauseRow, standing } from './incident-causes.ts'

/** By these they were told all that the incident was about when the message was written. */
const TELLS_ALL = ['alert', 'further', 'given_back', 'nobody_reached', 'unresolved'] as const

/** Notes that a person hears now, or has just been written, all that their incident is about. Writes only where there is news. */
export async function noteInformed(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('incidentPeople')
    .set({ informedAt: now })
    .where('id', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('incidentCauses')
          .select('incidentCauses.id')
          .whereRef('incidentCauses.incidentId', '=', 'incidentPeople.incidentId')
          .where((eb) =>
            eb.or([
              eb('incidentPeople.informedAt', 'is', null),
              eb('incidentCauses.happenedAt', '>=', eb.ref('incidentPeople.informedAt')),
            ]),
          ),
      ),
    )
    .execute()
}

/**
 * The gravest request for help, or words nobody understood, that still stands and of which this person did not know when they
 * answered: their all-clear is about older news. Null where they knew of all.
 */
export async function unknownTo(
  trx: Trx,
  { incidentId, personId, sentAt, seenAt }: Omit<IncidentAnswered, 'answer'>,
): Promise<IncidentCauseRow | null> {
  const asked = standing(await causesOf(trx, incidentId)).filter(({ cause }) => isHelp(cause) || cause === 'unclear')
  if (asked.length === 0) return null
  const knownAt = Math.max(await informedUntil(trx, personId), seenAt?.getTime() ?? 0)
  const until = sentAt === undefined ? knownAt : Math.min(knownAt, sentAt.getTime())
  return asked.find(({ happenedAt }) => happenedAt.getTime() > until) ?? null
}

async function informedUntil(trx: Trx, personId: number): Promise<number> {
  const told = await trx
    .selectFrom('incidentPeople')
    .leftJoin('alerts', (join) =>
      join.onRef('alerts.personId', '=', 'incidentPeople.id').on('alerts.purpose', 'in', TELLS_ALL),
    )
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select(['incidentPeople.informedAt', 'alerts.channel', 'alerts.createdAt', 'alertCalls.answeredAt'])
    .where('incidentPeople.id', '=', personId)
    .execute()
  // A phone that rang told nothing: what was said is as old as its answer.
  const times = told.flatMap(({ informedAt, channel, createdAt, answeredAt }) => [
    informedAt,
    channel === 'call' ? answeredAt : createdAt,
  ])
  return Math.max(0, ...times.map((time) => time?.getTime() ?? 0))
}
