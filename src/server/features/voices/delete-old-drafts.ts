import type { Db } from '#server/platform/database/database.ts'

const KEPT_MS = 24 * 3_600_000

/** Deletes recordings that nobody has used within a day. */
export async function deleteOldDrafts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('voiceRecordings')
    .where('usedAt', 'is', null)
    .where('madeAt', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
