import { IS_AWAY, postpone, skipAwayCall } from '#server/features/calls/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { DUE_COLUMNS, SKIPPING_LOCKED } from '../attempts/due-calls.ts'
import type { CareDeps } from '../deps.ts'
import { awayReason } from '../ending/away-reason.ts'
import { concludeCall } from '../ending/conclude-call.ts'

const BATCH_SIZE = 50

/**
 * Skips the calls that have come due while their loved one is away, and ends those whose next try has. Nobody is
 * notified: the family knows. Each call has its own transaction; a claim takes the same lock, and skips it. One
 * that cannot be skipped is postponed. Returns whether there were any.
 */
export async function skipAwayCalls(deps: CareDeps): Promise<boolean> {
  const now = deps.clock.now()
  const callIds = await dueWhileAway(deps.db, now)
  for (const callId of callIds) {
    await skipOne(deps, callId, now).catch(async (error) => {
      deps.log.error({ err: error, callId }, 'Call in a time away not skipped; postponed')
      await postpone(deps.db, [callId], now)
    })
  }
  return callIds.length > 0
}

function skipOne(deps: CareDeps, callId: number, now: Date): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockDueWhileAway(trx, now, callId)
    if (!call) return
    if (call.status === 'scheduled') return skipAwayCall(trx, deps.jobs, call, now)
    await concludeCall(deps, trx, call, {
      status: 'away',
      reason: awayReason(call.name),
      durationSeconds: null,
      now,
      skipsIncident: true,
    })
  })
}

async function dueWhileAway(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('dialAt', '<=', now)
    .where(IS_AWAY)
    .orderBy('dialAt')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ id }) => id)
}

function lockDueWhileAway(trx: Trx, now: Date, callId: number) {
  return trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(DUE_COLUMNS)
    .where('calls.id', '=', callId)
    .where('calls.dialAt', '<=', now)
    .where(IS_AWAY)
    .modifyEnd(SKIPPING_LOCKED)
    .executeTakeFirst()
}
