import { callLabel } from '#contract/calls/call-labels.ts'
import type { OccurrenceBody } from '#contract/calls/week.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { changeOccurrence, forgetChange, lockedSchedule, ringsAt } from '../schedules/changed-occurrences.ts'
import { rebookCatchUp, replaceCatchUp } from '../schedules/rebook-catch-up.ts'
import { moveCall } from '../state/move-call.ts'
import { lockScheduledCall } from '../state/own-call.ts'
import { requiredTime } from './required-time.ts'

const TOO_LATE = "It's too late: the regular time of this call has passed."

/**
 * Takes back that an occurrence was moved or skipped: it rings at its regular time, and no other call instead of it.
 * `callId` is the schedule's next call. Refuses a time that has passed, one that the schedule has no longer, and a moved call that has rung.
 */
export async function restoreOccurrence(
  { db, jobs, clock }: CallsDeps,
  account: ActingAccount,
  callId: number,
  body: OccurrenceBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const occurrence = requiredTime(body.occurrence, 'occurrence')
    const schedule = await lockedSchedule(trx, call)
    const isOccurrence = (at: Date) => at.getTime() === occurrence.getTime()
    if (occurrence <= clock.now()) throw new AppError('conflict', TOO_LATE)
    const change = await forgetChange(trx, schedule, occurrence)
    if ((!change && !call.skippedTimes.some(isOccurrence)) || !ringsAt(schedule, occurrence)) {
      throw new AppError('conflict', 'This call rings at its regular time. Please look again.')
    }
    const moved = change?.callId ? await removeMoved(trx, change.callId) : undefined
    if (occurrence < call.scheduledFor) {
      // What was skipped after it stays so.
      const skipped = call.skippedTimes.filter((at) => !isOccurrence(at))
      for (const at of skipped.filter((at) => at > occurrence)) await changeOccurrence(trx, call, schedule, at)
      await moveCall(
        trx,
        jobs,
        call,
        occurrence,
        undefined,
        skipped.filter((at) => at < occurrence),
      )
    }
    if (moved) await rebookCatchUp({ jobs, clock }, trx, { ...moved, name: call.name })
    if (occurrence < call.scheduledFor) await replaceCatchUp(trx, call)
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_updated',
      description: `${callLabel(call)} for ${call.name} is back on`,
      by: account.by,
      does: `put the ${callLabel(call)} for ${call.name} back on`,
      details: formatDateTime(occurrence, call.timezone),
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
  })
}

/** Returns the call that it removed, as it was. */
async function removeMoved(trx: Trx, callId: number) {
  const moved = await trx
    .selectFrom('calls')
    .select(['id', 'accountId', 'lovedOneId', 'scheduleId', 'status', 'standsInFor'])
    .where('id', '=', callId)
    .forUpdate()
    .executeTakeFirst()
  // One that was made recurring has a schedule of its own, and rings on.
  if (!moved || moved.scheduleId !== null) return undefined
  if (moved.status !== 'scheduled') throw new AppError('conflict', 'We have already rung this call at its new time.')
  await trx.deleteFrom('calls').where('id', '=', callId).execute()
  return moved
}
