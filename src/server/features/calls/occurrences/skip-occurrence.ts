import { callLabel } from '#contract/calls/call-labels.ts'
import type { OccurrenceBody } from '#contract/calls/week.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { changeOccurrence, scheduleWithOccurrence } from '../schedules/changed-occurrences.ts'
import { rebookCatchUp } from '../schedules/rebook-catch-up.ts'
import { lockScheduledCall } from '../state/own-call.ts'
import { moveNextCallPast } from './move-next-call-past.ts'
import { requiredTime } from './required-time.ts'

/** Leaves one occurrence of a recurring call out, the next one or a later one. `callId` is the schedule's next call. Refuses one that does not ring. */
export async function skipOccurrence(
  { db, jobs, clock }: CallsDeps,
  account: ActingAccount,
  callId: number,
  body: OccurrenceBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    const occurrence = requiredTime(body.occurrence, 'occurrence')
    const schedule = await scheduleWithOccurrence(trx, call, occurrence, clock.now())
    await moveNextCallPast({ jobs }, trx, call, await changeOccurrence(trx, call, schedule, occurrence), occurrence)
    await rebookCatchUp({ jobs, clock }, trx, call)
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_skipped',
      description: `${callLabel(call)} for ${call.name} skipped once`,
      by: account.by,
      does: `skipped the ${callLabel(call)} for ${call.name} once`,
      details: formatDateTime(occurrence, call.timezone),
      lovedOneId: call.lovedOneId,
      callId: call.id,
    })
  })
}
