import type { SystemReport } from '#contract/admin.ts'
import type { Db } from '#server/platform/database/database.ts'

const SHOWN = 50

/** The incidents that nobody has ended, oldest first: whose they are and how they stand. Who it is about is the family's. */
export async function listOpenIncidents(db: Db): Promise<SystemReport['incidents']> {
  const rows = await db
    .selectFrom('incidents')
    .innerJoin('accounts', 'accounts.id', 'incidents.accountId')
    .where('incidents.endedAt', 'is', null)
    .orderBy('incidents.openedAt')
    .orderBy('incidents.id')
    .limit(SHOWN)
    .select(['incidents.id', 'accounts.username', 'incidents.cause', 'incidents.status', 'incidents.openedAt'])
    .execute()
  return rows.map(({ openedAt, ...row }) => ({ ...row, openedAt: openedAt.toISOString() }))
}
