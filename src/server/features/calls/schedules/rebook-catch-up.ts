import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { bookCatchUp } from './book-catch-up.ts'

/** A scheduled call as it was before its account holder changed it. */
export interface ChangedCall {
  id: number
  accountId: number
  lovedOneId: number
  name: string
  standsInFor: Date | null
}

/**
 * Books the catch-up call that `changed` stood in for, after its account holder has moved, skipped or cancelled it; none when another
 * regular call is near, or the loved one has been reached since. Call it in the same transaction, after the change.
 */
export async function rebookCatchUp(
  deps: { jobs: Jobs; clock: Clock },
  trx: Trx,
  { id, accountId, lovedOneId, name, standsInFor }: ChangedCall,
): Promise<void> {
  if (standsInFor === null) return
  await trx.updateTable('calls').set({ standsInFor: null }).where('id', '=', id).execute()
  if (await wasReachedSince(trx, lovedOneId, standsInFor)) return
  const missed = await trx
    .selectFrom('calls')
    .select(['id', 'scheduledFor'])
    .where('accountId', '=', accountId)
    .where('lovedOneId', '=', lovedOneId)
    .where('scheduledFor', '=', standsInFor)
    .where('status', 'in', ['missed', 'failed'])
    .where('cancelledAt', 'is', null)
    .where('resolvedAt', 'is', null)
    .where('catchUpFor', 'is', null)
    .orderBy('id')
    .execute()
  for (const call of missed) {
    if (await bookCatchUp(deps, trx, { ...call, accountId, lovedOneId, name })) return
  }
}

/** Whether a call of theirs was answered then or later, or was completed by a text. */
async function wasReachedSince(trx: Trx, lovedOneId: number, since: Date): Promise<boolean> {
  const { rows } = await sql<{ wasReached: boolean }>`
    select exists (
      select from calls where loved_one_id = ${lovedOneId} and status = 'completed' and ended_at >= ${since}
        and coalesce((select max(answered_at) from attempts where call_id = calls.id), ended_at) >= ${since}
    ) as was_reached`.execute(trx)
  return rows[0]?.wasReached ?? false
}
