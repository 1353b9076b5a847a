import type { Db } from '#server/platform/database/database.ts'

const KEPT_DAYS = 30

/**
 * Removes what other systems were told more than 30 days ago, with its deliveries: it holds texts and numbers. What they
 * were not told yet stays. Run it once in a while.
 */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('events').where('fannedOutAt', '<', before).execute()
}
