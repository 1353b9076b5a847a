import { callLabel } from '#contract/call-labels.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { dropCatchUp } from './book-catch-up.ts'
import { cancelOneUnderWay, cancelUnderWay } from './cancel-under-way.ts'
import type { ActingAccount, CallsDeps } from './deps.ts'
import { lockOwnCall, refuseUnlessScheduled } from './own-call.ts'
import { endSchedule } from './schedules.ts'

/**
 * Cancels a scheduled call by deleting it; a recurring call's whole schedule ends, and with it the further tries of a
 * call of it that is under way. One that was brought forward, or that waits for another try, ends as missed. The activity
 * log keeps the fact. Refuses a call whose phone rings, and one that has ended.
 */
export async function cancelCall({ db, clock }: CallsDeps, account: ActingAccount, callId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockOwnCall(trx, account, callId)
    const now = clock.now()
    if (call.status === 'in_progress' && call.scheduleId === null) {
      if (await cancelOneUnderWay(trx, call, { name: call.name, now })) return
    }
    refuseUnlessScheduled(call)
    if (call.scheduleId !== null) {
      await endSchedule(trx, call.scheduleId, now)
      await cancelUnderWay(trx, { scheduleId: call.scheduleId, name: call.name, now })
      if (!(await hasSchedule(trx, call.lovedOneId))) await dropCatchUp(trx, call.lovedOneId)
    }
    await trx.deleteFrom('calls').where('id', '=', call.id).execute()
    const label = callLabel(call)
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_cancelled',
      description: `${call.scheduleId === null ? label : `Recurring ${label}`} for ${call.name} cancelled`,
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
  })
}

/** Whether any schedule of the loved one goes on: what was missed of the others is still to be made up for. */
async function hasSchedule(trx: Trx, lovedOneId: number): Promise<boolean> {
  const schedule = await trx
    .selectFrom('callSchedules')
    .select('id')
    .where('lovedOneId', '=', lovedOneId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return schedule !== undefined
}
