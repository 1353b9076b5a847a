import { callLabel } from '#contract/calls/call-labels.ts'
import { awayReason } from '#core/away/away-reason.ts'
import type { AsksBy, CallType } from '#core/calls/call-vocabulary.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { freeOccurrence } from '../schedules/free-occurrence.ts'
import { findSchedule } from '../schedules/schedules.ts'
import { moveCall } from '../state/move-call.ts'

interface AwayCall {
  id: number
  accountId: number
  lovedOneId: number
  scheduleId: number | null
  callType: CallType
  asksBy: AsksBy
  catchUpFor: Date | null
  scheduledFor: Date
  name: string
  timezone: string
}

/**
 * Skips a scheduled call that has come due while its loved one is away: nobody is rung or notified, and nothing
 * counts as missed. The history keeps it as `away`, and the activity log too. A recurring one moves on to its next
 * occurrence, and a call of its own stays in its place. The caller holds the call's lock.
 */
export async function skipAwayCall(trx: Trx, jobs: Jobs, call: AwayCall, now: Date): Promise<void> {
  const { id, accountId, lovedOneId, scheduleId, callType, asksBy, scheduledFor, name, timezone } = call
  const schedule = scheduleId === null ? undefined : await findSchedule(trx, scheduleId, { lock: true })
  const following = schedule && !schedule.ended ? nextKeptOccurrence(schedule, scheduledFor) : null
  const free =
    schedule && following
      ? await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule, exceptCallId: id }, following)
      : null
  const end = {
    status: 'away',
    reason: awayReason(name, { asksBy, wasTried: false }),
    endedAt: now,
    dialAt: null,
    dialBy: null,
  } as const
  let callId = id
  if (free) {
    await moveCall(trx, jobs, call, free)
    await trx.updateTable('calls').set({ standsInFor: null }).where('id', '=', id).execute()
    const skipped = { accountId, lovedOneId, scheduleId, callType, asksBy, scheduledFor, ...end }
    callId = (await trx.insertInto('calls').values(skipped).returning('id').executeTakeFirstOrThrow()).id
  } else {
    await trx.updateTable('calls').set(end).where('id', '=', id).where('status', '=', 'scheduled').execute()
  }
  await recordActivity(trx, {
    accountId,
    activityType: 'call_skipped',
    description: `${callLabel(call)} for ${name} left out: ${name} is away`,
    details: formatDateTime(scheduledFor, timezone),
    lovedOneId,
    callId,
  })
}
