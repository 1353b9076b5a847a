import type { Report } from '#contract/calls/report.ts'
import { inOwnWords, saysAllIsWell } from '#core/escalation/texts/all-is-well.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { CallsOf } from './reported-calls.ts'

/** More than these say no more, and a page has its length: the others are counted. */
const MOST = 100

/**
 * The alerts about an account's loved one that were raised in a time, the latest first, with who took them on: who said
 * that they check, else who said that all is well. `readerId`: who reads, as "you"; null for somebody outside the family.
 * A hundred at most; `alertCount` is how many there were.
 */
export async function reportedAlerts(
  db: Db,
  { accountId, lovedOneId, from, to }: CallsOf,
  readerId: number | null,
): Promise<Pick<Report, 'alerts' | 'alertCount'>> {
  const rows = await readAlerts(db, { accountId, lovedOneId, from, to })
  const people = await readAsked(db, { incidentIds: rows.map(({ id }) => id) })
  const peopleOf = Map.groupBy(people, ({ incidentId }) => incidentId)
  const alerts = rows.map(({ id, openedAt, cause, endedHow, ownerId }) => {
    const asked = peopleOf.get(id) ?? []
    const who =
      asked.find((person) => person.id === ownerId) ??
      asked.find(({ name }) => endedHow?.startsWith(saysAllIsWell(name))) ??
      null
    const reader = asked.find(({ personId }) => personId !== null && personId === readerId)
    return {
      at: openedAt.toISOString(),
      cause,
      who: who && (who === reader ? 'You' : who.name),
      how: endedHow && inOwnWords(endedHow, reader?.name ?? null),
    }
  })
  return { alerts, alertCount: rows[0]?.alertCount ?? 0 }
}

const readAlerts = preparedStatement(
  (db, { accountId, lovedOneId, from, to }: { [Name in keyof CallsOf]: Param<CallsOf[Name]> }) =>
    db
      .selectFrom('incidents')
      .select(['id', 'openedAt', 'cause', 'endedHow', 'ownerId'])
      .select((eb) => eb.fn.countAll<number>().over().as('alertCount'))
      .where('accountId', '=', accountId)
      .where('lovedOneId', '=', lovedOneId)
      // One that no person had raised is no news.
      .where('withdrawnAt', 'is', null)
      .where('openedAt', '>=', from)
      .where('openedAt', '<', to)
      .orderBy('openedAt', 'desc')
      .limit(MOST),
)

const readAsked = preparedStatement((db, { incidentIds }: { incidentIds: Param<readonly number[]> }) =>
  db
    .selectFrom('incidentPeople')
    .select(['id', 'incidentId', 'personId', 'name'])
    .where('incidentId', '=', (eb) => eb.fn.any(incidentIds))
    .orderBy('position'),
)
