import type { SkipCallBody, UndoSkipBody } from '#contract/calls/call-forms.ts'
import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { formatDate } from '#core/format/dates.ts'
import { callAtTimeFor } from '#core/format/local-time-for.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { freeOccurrence } from '../schedules/free-occurrence.ts'
import { rebookCatchUp, replaceCatchUp } from '../schedules/rebook-catch-up.ts'
import { findSchedule } from '../schedules/schedules.ts'
import { moveCall } from '../state/move-call.ts'
import { lockScheduledCall } from '../state/own-call.ts'

/** Moves a recurring call on to its next occurrence. Refuses a one-off call, and one that has moved: a repeated request must not skip two. Returns when we ring instead, for a missed call that it was rung instead of. */
export async function skipCall(
  { db, jobs, clock }: CallsDeps,
  account: ActingAccount,
  callId: number,
  body?: SkipCallBody,
): Promise<{ catchUpAt: Date | null }> {
  return db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const meant = body?.scheduledTime
    if (meant !== undefined && Date.parse(meant) !== call.scheduledFor.getTime()) {
      throw new AppError('conflict', 'This call has already been skipped or moved. Please look again.')
    }
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    if (!schedule) throw new AppError('conflict', 'Only a recurring call can be skipped. Cancel this call instead.')
    const following = nextKeptOccurrence(schedule, call.scheduledFor)
    const scheduledFor =
      following &&
      (await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule, exceptCallId: call.id }, following))
    if (!scheduledFor) throw new AppError('conflict', 'This schedule has no later call')
    const skipped = [...call.skippedTimes, call.scheduledFor]
    await moveCall(trx, jobs, call, scheduledFor, undefined, skipped)
    const catchUp = await rebookCatchUp({ jobs, clock }, trx, call)
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_skipped',
      description: `${CALL_TYPE_LABELS[call.callType]} for ${call.name} skipped once`,
      by: account.by,
      does: `skipped the ${CALL_TYPE_LABELS[call.callType]} for ${call.name} once`,
      details: await whichOne(trx, account, call),
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
    return { catchUpAt: catchUp?.ringsAt ?? null }
  })
}

/** Takes back the last skip of a recurring call. Refuses a time that was not the last one skipped, is past, or no longer belongs to the schedule. */
export async function undoSkip(
  { db, jobs, clock }: CallsDeps,
  account: ActingAccount,
  callId: number,
  body?: UndoSkipBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const wanted = call.skippedTimes.at(-1)
    const meant = body?.scheduledTime
    if (wanted === undefined || (meant !== undefined && wanted.getTime() !== Date.parse(meant))) {
      throw new AppError('conflict', "This call isn't skipped any more. Please look again.")
    }
    if (wanted <= clock.now()) throw new AppError('conflict', "It's too late: the time of the skipped call has passed.")
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    const free =
      schedule && (await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule, exceptCallId: call.id }, wanted))
    if (free?.getTime() !== wanted.getTime()) {
      throw new AppError('conflict', 'The schedule has changed since. Please look again.')
    }
    await moveCall(trx, jobs, call, wanted, undefined, call.skippedTimes.slice(0, -1))
    await replaceCatchUp(trx, call)
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_updated',
      description: `${CALL_TYPE_LABELS[call.callType]} for ${call.name} is back on`,
      by: account.by,
      does: `put the ${CALL_TYPE_LABELS[call.callType]} for ${call.name} back on`,
      details: await whichOne(trx, account, { ...call, scheduledFor: wanted }),
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
  })
}

/** "The 9:00 AM call on Mar 10, 2026", with the account holder's own time if their clock shows another. */
async function whichOne(
  trx: Trx,
  account: ActingAccount,
  { scheduledFor, timezone, asksBy }: { scheduledFor: Date; timezone: string; asksBy: AsksBy },
): Promise<string> {
  const { timezone: readerZone } = await trx
    .selectFrom('owners')
    .select('timezone')
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  return `The ${callAtTimeFor(scheduledFor, timezone, readerZone, asksBy)} on ${formatDate(scheduledFor, timezone)}`
}
