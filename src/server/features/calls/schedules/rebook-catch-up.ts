import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { bookCatchUp } from './book-catch-up.ts'

/**
 * Books the catch-up call that `regular` would have replaced, had its account holder not moved, skipped or cancelled
 * it; again none if another regular call is near. Call it in the transaction that has done so, with the row as it was
 * before.
 */
export async function rebookCatchUp(
  deps: { jobs: Jobs; clock: Clock },
  trx: Trx,
  regular: { id: number; accountId: number; lovedOneId: number; name: string; standsInFor: Date | null },
): Promise<void> {
  if (regular.standsInFor === null) return
  const { accountId, lovedOneId, name } = regular
  await trx.updateTable('calls').set({ standsInFor: null }).where('id', '=', regular.id).execute()
  const unplaced = await trx
    .selectFrom('calls')
    .select(['id', 'scheduledFor'])
    .where('accountId', '=', accountId)
    .where('lovedOneId', '=', lovedOneId)
    .where('scheduledFor', '=', regular.standsInFor)
    .where('endedAt', 'is not', null)
    .where('catchUpFor', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (unplaced) await bookCatchUp(deps, trx, { ...unplaced, accountId, lovedOneId, name })
}
