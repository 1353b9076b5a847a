import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { nextOccurrence } from '#core/recurrence/next-occurrence.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ActingAccount, CallsDeps } from './deps.ts'
import { freeOccurrence } from './free-occurrence.ts'
import { moveCall } from './move-call.ts'
import { lockScheduledCall } from './own-call.ts'
import { findSchedule } from './schedules.ts'

/**
 * Moves a recurring call on to its following occurrence. A request that names its occurrence skips that one only: repeated,
 * it changes nothing further. Refuses a one-off call: cancelling is what is meant there.
 */
export async function skipCall(
  { db, jobs }: CallsDeps,
  account: ActingAccount,
  callId: number,
  occurrence?: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    if (!schedule) throw new AppError('conflict', 'Only a recurring call can be skipped. Cancel this call instead.')
    if (occurrence !== undefined && new Date(occurrence).getTime() !== call.scheduledFor.getTime()) return
    const following = nextOccurrence(schedule.rule, call.scheduledFor, schedule.zone)
    const scheduledFor =
      following &&
      (await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule, exceptCallId: call.id }, following))
    if (!scheduledFor) throw new AppError('conflict', 'This schedule has no later call to move on to')
    await moveCall(trx, jobs, call, scheduledFor)
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_skipped',
      description: `${CALL_TYPE_LABELS[call.callType]} for ${call.name} skipped once`,
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
  })
}
