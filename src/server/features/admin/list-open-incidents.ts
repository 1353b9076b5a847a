import type { SystemReport } from '#contract/admin/admin.ts'
import type { Db } from '#server/platform/database/database.ts'

const SHOWN = 50

/** The open incidents, oldest first: their accounts and their state. The loved one's data is for the family alone. */
export async function listOpenIncidents(db: Db): Promise<SystemReport['incidents']> {
  const rows = await db
    .selectFrom('incidents')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .where('incidents.endedAt', 'is', null)
    .orderBy('incidents.openedAt')
    .orderBy('incidents.id')
    .limit(SHOWN)
    .select(['incidents.id', 'owners.username', 'incidents.cause', 'incidents.status', 'incidents.openedAt'])
    .execute()
  return rows.map(({ openedAt, ...row }) => ({ ...row, openedAt: openedAt.toISOString() }))
}
