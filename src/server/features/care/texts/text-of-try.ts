import type { Db, Trx } from '#server/platform/database/database.ts'

/**
 * Whether the text of a try is still to be sent: not once its call is over or somebody has replied. True for every message
 * that is no such text.
 */
export async function isTextOfTryNeeded(db: Db, messageId: number): Promise<boolean> {
  const asked = await db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .select(['attempts.state', 'calls.status', 'calls.cancelledAt'])
    .where('attempts.messageId', '=', messageId)
    .executeTakeFirst()
  if (!asked) return true
  return asked.state === 'dialling' && asked.status === 'in_progress' && asked.cancelledAt === null
}

/** The network has lost the text of a try, or nobody takes it: the reconciler follows it now. */
export async function noteTextUndelivered(trx: Trx, messageId: number, now: Date): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ nextAt: now })
    .where('messageId', '=', messageId)
    .where('state', 'in', ['dialling', 'placed'])
    .execute()
}
