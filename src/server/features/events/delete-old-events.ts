import type { Db } from '#server/platform/database/database.ts'

const KEPT_DAYS = 30

/**
 * Removes events that were delivered to other systems more than 30 days ago, with their deliveries: they hold texts and
 * numbers. Undelivered events stay. Run it periodically.
 */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('events').where('spreadAt', '<', before).execute()
}
