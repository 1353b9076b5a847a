import type { Db } from '#server/platform/database/database.ts'

const KEPT_DAYS = 30

/** Removes events older than 30 days with their deliveries, which hold texts and numbers. What is not delivered yet stays. */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('events').where('fannedOutAt', '<', before).execute()
}
