import type { Db } from '#server/platform/database/database.ts'

const KEPT_DAYS = 30

/** Removes calls and texts to Cooee's number after 30 days. Run it once in a while. */
export async function forgetOldInbound(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('inboundCalls').where('receivedAt', '<', before).execute()
  await db.deleteFrom('inboundTexts').where('receivedAt', '<', before).execute()
}
