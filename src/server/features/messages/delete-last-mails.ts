import type { Db } from '#server/platform/database/database.ts'

const DAY_MS = 86_400_000

/** Removes, after a day, the last mails to people who have left that were not removed with their delivery. */
export async function deleteLastMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('deletedOnceSent', '=', true)
    .where('createdAt', '<', new Date(now.getTime() - DAY_MS))
    .where((where) => where.or([where('sentAt', 'is not', null), where('failedAt', 'is not', null)]))
    .execute()
}
