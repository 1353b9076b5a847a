import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { CANCELLED_BEFORE_DIAL, CANCELLED_BETWEEN_TRIES } from '#core/call-policy/cancelled.ts'
import type { CallStatus } from '#core/calls/call-vocabulary.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'

interface CancelledSchedule {
  scheduleId: number
  name: string
  now: Date
}

/**
 * Stops what is under way of a schedule that is being cancelled, its extra call too, also one that was asked for a moment
 * ago and has not left: what waits between tries, and what is not yet being dialled, ends as missed, and nobody is
 * alarmed: the account holder did it. A phone that rings or is talked on goes on, but is not rung again.
 */
export async function cancelUnderWay(trx: Trx, { scheduleId, name, now }: CancelledSchedule): Promise<void> {
  const calls = await trx
    .selectFrom('calls')
    .select(UNDER_WAY_COLUMNS)
    .where((eb) =>
      eb.or([
        eb.and([eb('scheduleId', '=', scheduleId), eb('status', '=', 'in_progress')]),
        eb.and([eb('extraOfScheduleId', '=', scheduleId), eb('status', 'in', ['scheduled', 'in_progress'])]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  await markCancelled(trx, calls, now)
  await stop(trx, calls, { name, now })
}

/**
 * The same for one call that is under way by itself, such as a one-off call that was brought forward. Says whether it was
 * stopped: one whose phone rings is left as it is. The caller holds the call's lock.
 */
export async function cancelOneUnderWay(
  trx: Trx,
  call: UnderWay,
  { name, now }: { name: string; now: Date },
): Promise<boolean> {
  const isStopped = (await stop(trx, [call], { name, now })) > 0
  if (isStopped) await markCancelled(trx, [call], now)
  return isStopped
}

async function markCancelled(trx: Trx, calls: readonly UnderWay[], now: Date): Promise<void> {
  if (calls.length === 0) return
  const ids = calls.map(({ id }) => id)
  await trx.updateTable('calls').set({ cancelledAt: now }).where('id', 'in', ids).execute()
}

const UNDER_WAY_COLUMNS = ['id', 'accountId', 'lovedOneId', 'callType', 'status', 'dialAt'] as const

type UnderWay = CancelledCall & { status: CallStatus; dialAt: Date | null }

/** Returns how many it stopped. */
async function stop(trx: Trx, calls: readonly UnderWay[], { name, now }: { name: string; now: Date }): Promise<number> {
  if (calls.length === 0) return 0
  const ids = calls.map(({ id }) => id)
  const between = calls.filter(({ status, dialAt }) => status === 'in_progress' && dialAt !== null)
  const notLeft = await takeBackDials(trx, ids, now)
  const before = calls.filter(({ id, status }) => status === 'scheduled' || notLeft.has(id))
  await end(trx, between, { name, now, reason: CANCELLED_BETWEEN_TRIES })
  await end(trx, before, { name, now, reason: CANCELLED_BEFORE_DIAL })
  return between.length + before.length
}

/** The dials that were claimed and of which the provider was not asked. Whoever is about to ask finds it not to be done. */
async function takeBackDials(trx: Trx, callIds: readonly number[], now: Date): Promise<Set<number>> {
  const taken = await trx
    .updateTable('attempts')
    .set({ state: 'not_placed', endedAt: now, settleAt: null })
    .where('callId', 'in', [...callIds])
    .where('state', '=', 'dialling')
    .where('askedAt', 'is', null)
    .returning('callId')
    .execute()
  return new Set(taken.map(({ callId }) => callId))
}

interface CancelledCall {
  id: number
  accountId: number
  lovedOneId: number
  callType: keyof typeof CALL_TYPE_LABELS
}

async function end(
  trx: Trx,
  calls: readonly CancelledCall[],
  { name, now, reason }: { name: string; now: Date; reason: string },
): Promise<void> {
  if (calls.length === 0) return
  await trx
    .updateTable('calls')
    .set({ status: 'missed', reason, dialAt: null, dialBy: null, endedAt: now })
    .where(
      'id',
      'in',
      calls.map(({ id }) => id),
    )
    .execute()
  await recordActivities(
    trx,
    calls.map(({ id, accountId, lovedOneId, callType }) => ({
      accountId,
      activityType: 'call_cancelled',
      description: `${CALL_TYPE_LABELS[callType]} with ${name} is not tried again`,
      details: reason,
      lovedOneId,
      callId: id,
    })),
  )
  for (const { id: callId, accountId, lovedOneId, callType } of calls) {
    const data = { callId, lovedOneId, callType, status: 'missed', reason }
    await recordEvent(trx, { event: 'call.missed', accountId, data })
  }
}
