import type { Report } from '#contract/calls/report.ts'
import { inOwnWords } from '#core/escalation/texts/all-is-well.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { CallsOf } from './reported-calls.ts'

/** More than these say no more, and a page has its length. */
const MOST = 100

/** The alerts about an account's loved one that were raised in a time, the latest first, with who took them on; `readerId`: who reads, as "you". */
export async function reportedAlerts(
  db: Db,
  { accountId, lovedOneId, from, to }: CallsOf,
  readerId: number,
): Promise<Report['alerts']> {
  const rows = await db
    .selectFrom('incidents')
    .leftJoin('incidentPeople as owner', 'owner.id', 'incidents.ownerId')
    .leftJoin('incidentPeople as reader', (join) =>
      join.onRef('reader.incidentId', '=', 'incidents.id').on('reader.personId', '=', readerId),
    )
    .select(['incidents.openedAt', 'incidents.cause', 'incidents.endedHow'])
    .select(['owner.name as who', 'reader.name as readerName'])
    .where('incidents.accountId', '=', accountId)
    .where('incidents.lovedOneId', '=', lovedOneId)
    // One that no person had raised is no news.
    .where('incidents.withdrawnAt', 'is', null)
    .where('incidents.openedAt', '>=', from)
    .where('incidents.openedAt', '<', to)
    .orderBy('incidents.openedAt', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ openedAt, cause, endedHow, who, readerName }) => ({
    at: openedAt.toISOString(),
    cause,
    who,
    how: endedHow && inOwnWords(endedHow, readerName),
  }))
}
