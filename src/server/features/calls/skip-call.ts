import type { SkipCallBody } from '#contract/call-forms.ts'
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
 * Moves a recurring call on to its following occurrence. Refuses a one-off call: cancelling is what is meant there; and
 * a call that is not at the named time any more: a request that is repeated must not skip two.
 */
export async function skipCall(
  { db, jobs }: CallsDeps,
  account: ActingAccount,
  callId: number,
  body?: SkipCallBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const meant = body?.scheduledTime
    if (meant !== undefined && Date.parse(meant) !== call.scheduledFor.getTime()) {
      throw new AppError('conflict', 'This call has already been skipped or moved. Please look again.')
    }
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    if (!schedule) throw new AppError('conflict', 'Only a recurring call can be skipped. Cancel this call instead.')
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
