import type { Activity, ActivityQuery } from '#contract/calls/activity.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What happened in an account, newest first; `before` continues after that entry. */
export async function listActivity(db: Db, accountId: number, { limit, before }: ActivityQuery): Promise<Activity[]> {
  const entries = await db
    .selectFrom('activity')
    .select(['id', 'activityType', 'description', 'details', 'createdAt'])
    .where('accountId', '=', accountId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return entries.map(({ id, activityType, description, details, createdAt }) => ({
    id,
    activityType,
    description,
    createdAt: createdAt.toISOString(),
    metadata: details === null ? {} : { details },
  }))
}
