import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { CANCELLED_BEFORE_DIAL, CANCELLED_BETWEEN_TRIES } from '#core/call-policy/cancelled.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'

interface CancelledSchedule {
  scheduleId: number
  name: string
  now: Date
}

/**
 * Stops what is under way of a schedule that is being cancelled, its extra call too: what waits between tries, and what
 * was claimed and is not yet being dialled, ends as missed, and nobody is alarmed: the account holder did it. A phone
 * that rings or is talked on goes on, but is not rung again.
 */
export async function cancelUnderWay(trx: Trx, { scheduleId, name, now }: CancelledSchedule): Promise<void> {
  const calls = await trx
    .selectFrom('calls')
    .select(['id', 'accountId', 'lovedOneId', 'callType', 'dialAt'])
    .where((eb) => eb.or([eb('scheduleId', '=', scheduleId), eb('extraOfScheduleId', '=', scheduleId)]))
    .where('status', '=', 'in_progress')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (calls.length === 0) return
  const ids = calls.map(({ id }) => id)
  await trx.updateTable('calls').set({ cancelledAt: now }).where('id', 'in', ids).execute()
  const between = calls.filter(({ dialAt }) => dialAt !== null)
  const notLeft = await takeBackDials(trx, ids, now)
  const before = calls.filter(({ id }) => notLeft.has(id))
  await end(trx, between, { name, now, reason: CANCELLED_BETWEEN_TRIES })
  await end(trx, before, { name, now, reason: CANCELLED_BEFORE_DIAL })
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
