import type { Db } from '#server/platform/database.ts'

const KEPT_DAYS = 30

/** Removes what other systems were told more than 30 days ago: it holds texts and numbers. Run it once in a while. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('events').where('createdAt', '<', before).execute()
}
