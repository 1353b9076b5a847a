import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { cancelUnderWay } from './cancel-under-way.ts'
import type { ActingAccount, CallsDeps } from './deps.ts'
import { lockScheduledCall } from './own-call.ts'
import { endSchedule } from './schedules.ts'

/**
 * Cancels a scheduled call by deleting it; a recurring call's whole schedule ends, and with it the further tries of a
 * call of it that is under way. The activity log keeps the fact. Refuses a call that has left the scheduled state.
 */
export async function cancelCall({ db, clock }: CallsDeps, account: ActingAccount, callId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const now = clock.now()
    if (call.scheduleId !== null) {
      await endSchedule(trx, call.scheduleId, now)
      await cancelUnderWay(trx, { scheduleId: call.scheduleId, name: call.name, now })
    }
    await trx.deleteFrom('calls').where('id', '=', call.id).execute()
    const label = CALL_TYPE_LABELS[call.callType]
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_cancelled',
      description: `${call.scheduleId === null ? label : `Recurring ${label}`} for ${call.name} cancelled`,
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
  })
}
