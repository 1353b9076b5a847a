import type { CallType } from '#core/calls/call-vocabulary.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { nextOccurrence } from '#core/recurrence/next-occurrence.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { freeOccurrence } from './free-occurrence.ts'
import { enqueueDial } from './jobs.ts'
import { findSchedule } from './schedules.ts'

/**
 * Books the occurrence that follows `after` and enqueues its dial. Counted from the schedule, never from when the last
 * call was really placed. The database lets an occurrence exist once, and a schedule have one next call: a second
 * booking changes nothing. The call it follows must have left the scheduled state before.
 */
export async function bookFollowing(
  trx: Db,
  jobs: Jobs,
  call: { scheduleId: number; accountId: number; lovedOneId: number; callType: CallType },
  after: Date,
): Promise<void> {
  const schedule = await findSchedule(trx, call.scheduleId, { lock: true })
  if (!schedule || schedule.ended) return
  const following = nextOccurrence(schedule.rule, after, schedule.zone)
  if (!following) return
  const scheduledFor = await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule }, following)
  if (!scheduledFor) return
  const booked = await trx
    .insertInto('calls')
    .values({
      accountId: call.accountId,
      lovedOneId: call.lovedOneId,
      scheduleId: call.scheduleId,
      callType: call.callType,
      scheduledFor,
      dialAt: scheduledFor,
      dialBy: dialBy(call.callType, scheduledFor),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (booked) return enqueueDial(jobs, trx, { callId: booked.id, callType: call.callType, dialAt: scheduledFor })
  // Nothing was booked: then a next call must be there. A schedule without one would fall silent for good.
  await trx
    .selectFrom('calls')
    .select('id')
    .where('scheduleId', '=', schedule.id)
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
}
