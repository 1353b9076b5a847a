import type { Db } from '#server/platform/database/database.ts'

/** So long an offer is kept after it was made; the call that came of it stays. */
const KEPT_DAYS = 30

/** Deletes offers whose day is long over, and forecasts that nobody has asked for since. */
export async function deleteOldOffers(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('hotDayOffers').where('createdAt', '<', before).execute()
  await db.deleteFrom('townForecasts').where('fetchedAt', '<', before).execute()
}
