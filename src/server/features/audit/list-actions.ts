import type { AuditEntry, AuditQuery } from '#contract/admin/admin.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What admins did, newest first; `before` continues after that entry. */
export async function listActions(db: Db, { limit, before }: AuditQuery): Promise<AuditEntry[]> {
  const entries = await db
    .selectFrom('auditLog')
    .select(['id', 'username', 'action', 'detail', 'address', 'at'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
}
