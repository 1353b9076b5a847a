import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import type { Trx } from '#server/platform/database.ts'
import type { CallsDeps } from './deps.ts'
import { freeOccurrence } from './free-occurrence.ts'
import { moveCall } from './move-call.ts'
import { findSchedule } from './schedules.ts'

/**
 * Called in the transaction that has moved a loved one out of `previousZone`: recurring schedules keep their wall-clock
 * time in the new zone, so their next calls move (a skipped one stays skipped). One-off calls keep their instant.
 */
export async function rezoneSchedules(
  { jobs, clock }: Pick<CallsDeps, 'jobs' | 'clock'>,
  trx: Trx,
  { lovedOneId, previousZone }: { lovedOneId: number; previousZone: string },
): Promise<void> {
  const calls = await trx
    .selectFrom('calls')
    .select(['id', 'scheduleId', 'callType', 'scheduledFor'])
    .where('lovedOneId', '=', lovedOneId)
    .where('status', '=', 'scheduled')
    .where('scheduleId', 'is not', null)
    .forUpdate()
    .execute()
  for (const call of calls) {
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    if (!schedule) continue
    const onTheWall = toWallClock(call.scheduledFor, previousZone)
    const sameTime = toInstant(onTheWall.date, onTheWall.timeOfDay, schedule.zone)
    const from = new Date(Math.max(sameTime.getTime(), clock.now().getTime()))
    const place = { scheduleId: schedule.id, rule: schedule.rule, zone: schedule.zone, exceptCallId: call.id }
    const scheduledFor = await freeOccurrence(trx, place, from)
    if (scheduledFor) await moveCall(trx, jobs, call, scheduledFor)
  }
}
