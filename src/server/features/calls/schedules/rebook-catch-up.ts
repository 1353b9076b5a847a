import { sql } from 'kysely'
import { REGULAR_CALL_IS_NEAR_MS } from '#core/calls/catch-up.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { bookCatchUp, type CatchUp, waitForCatchUp } from './book-catch-up.ts'

/** A scheduled call as it was before its account holder changed it. */
export interface ChangedCall {
  id: number
  accountId: number
  lovedOneId: number
  name: string
  standsInFor: Date | null
}

/**
 * Books the catch-up call that `changed` was rung instead of, after its account holder has moved, skipped or cancelled it; none when another
 * regular call is near, or the loved one has been reached since. Call it in the same transaction, after the change. Returns when
 * it rings, if it was booked.
 */
export async function rebookCatchUp(
  deps: { jobs: Jobs; clock: Clock },
  trx: Trx,
  { id, accountId, lovedOneId, name, standsInFor }: ChangedCall,
): Promise<CatchUp | null> {
  if (standsInFor === null) return null
  await trx.updateTable('calls').set({ standsInFor: null }).where('id', '=', id).execute()
  if (await wasReachedSince(trx, lovedOneId, standsInFor)) return null
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
    const catchUp = await bookCatchUp(deps, trx, { ...call, accountId, lovedOneId, name })
    if (catchUp) return catchUp
  }
  return null
}

/**
 * A regular call that was moved near the loved one's catch-up call, or before it, is rung instead of it: they are not rung twice
 * within half an hour. One that is being dispatched stays. Call it in the transaction of the move, after it.
 */
export async function replaceCatchUp(trx: Trx, { id, lovedOneId }: { id: number; lovedOneId: number }): Promise<void> {
  await waitForCatchUp(trx, lovedOneId)
  await sql`
    with replaced as (
      delete from calls
      where id in (
        select catch_up.id from calls catch_up
        join calls regular on regular.id = ${id} and regular.status = 'scheduled'
          and regular.dial_at <= catch_up.dial_at + ${REGULAR_CALL_IS_NEAR_MS} * interval '1 millisecond'
        where catch_up.loved_one_id = ${lovedOneId} and catch_up.catch_up_for is not null and catch_up.status = 'scheduled'
        for update of catch_up skip locked
      )
      returning catch_up_for
    )
    update calls set stands_in_for = greatest(stands_in_for, replaced.catch_up_for) from replaced where id = ${id}`.execute(
    trx,
  )
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
