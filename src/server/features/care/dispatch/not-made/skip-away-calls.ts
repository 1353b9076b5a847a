import { awayReason } from '#core/away/away-reason.ts'
import { stuckAwayCallText } from '#core/away/stuck-away-call.ts'
import { bothTimesFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { IS_AWAY, postpone, skipAwayCall } from '#server/features/calls/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { DUE_COLUMNS, SKIPPING_LOCKED } from '../../attempts/due-calls.ts'
import type { CareDeps } from '../../deps.ts'
import { concludeCall } from '../../ending/conclude-call.ts'

const BATCH_SIZE = 50

/**
 * Skips the calls that have come due while their loved one is away, and ends those whose next try has. Nobody is
 * notified: the family knows. Each call has its own transaction; a claim takes the same lock, and skips it. Of one
 * that cannot be skipped the members are notified, since its schedule may ring no more; it is tried again after a pause.
 * Returns whether there were any that no other transaction had locked.
 */
export async function skipAwayCalls(deps: CareDeps): Promise<boolean> {
  const now = deps.clock.now()
  const callIds = await dueWhileAway(deps.db, now)
  let skipped = false
  for (const callId of callIds) skipped = (await skipOrPostpone(deps, callId, now)) || skipped
  return skipped
}

async function skipOrPostpone(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  try {
    return await skipOne(deps, callId, now)
  } catch (error) {
    deps.log.error({ err: error, callId }, 'Call in a time away not skipped; notifying the members')
    await notifyOfStuckCall(deps, callId, now).catch((err) => {
      deps.log.error({ err, callId }, 'Members not notified of a call that cannot be skipped; retrying')
    })
    await postpone(deps.db, [callId], now)
    return true
  }
}

/** Once for each call and time. */
function notifyOfStuckCall(deps: CareDeps, callId: number, now: Date): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockDueWhileAway(trx, now, callId)
    if (!call) return
    const { accountId, scheduledFor, timezone } = call
    const text = (reader: { timezone: string }) =>
      stuckAwayCallText({
        name: sentNameOr(call.name),
        localTime: bothTimesFor(scheduledFor, timezone, reader.timezone),
        link: `${deps.publicUrl}/calls?lovedOneId=${call.lovedOneId}`,
      })
    const key = `call:${callId}:not-skipped:${scheduledFor.getTime()}`
    await notifyMembers(deps, trx, { accountId, kind: 'lateCalls', text, key, isAlert: true })
  })
}

function skipOne(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockDueWhileAway(trx, now, callId)
    if (!call) return false
    if (call.status === 'scheduled') {
      await skipAwayCall(trx, deps.jobs, call, now)
      return true
    }
    await concludeCall(deps, trx, call, {
      status: 'away',
      reason: awayReason(call.name, { asksBy: call.asksBy, wasTried: true }),
      durationSeconds: null,
      now,
      skipsConsequences: true,
    })
    return true
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
