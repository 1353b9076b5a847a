import type { Db, Trx } from '#server/platform/database/database.ts'

/** Few enough that a statement with their attempts, turns and recordings ends in good time. */
const BATCH_SIZE = 200

/** Ends every schedule of an account that is being deleted: nothing more is booked. */
export async function endAllSchedules(trx: Trx, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable('callSchedules')
    .set({ endedAt: now })
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .execute()
}

/**
 * Calls promised for later are not dialled. A call that was due before, or was dialled and is retried, goes on to its
 * end.
 */
export async function removeCallsToCome(db: Db, accountId: number): Promise<void> {
  await db
    .deleteFrom('calls')
    .using('accounts')
    .where('accounts.id', '=', accountId)
    .whereRef('calls.accountId', '=', 'accounts.id')
    .whereRef('calls.scheduledFor', '>=', 'accounts.deleteAt')
    .where('calls.status', '=', 'scheduled')
    .execute()
}

/** Removes calls of an account with all that belongs to them, but those to be dialled or on the phone unless `evenOnThePhone`. Returns how many. */
export async function removeSomeCalls(
  db: Db,
  accountId: number,
  { evenOnThePhone }: { evenOnThePhone: boolean },
): Promise<number> {
  const some = db
    .selectFrom('calls')
    .select('id')
    .where('accountId', '=', accountId)
    .$if(!evenOnThePhone, (query) => query.where('status', 'not in', ['scheduled', 'in_progress']))
    .limit(BATCH_SIZE)
  const removed = await db.deleteFrom('calls').where('id', 'in', some).returning('id').execute()
  return removed.length
}
