import { inAnotherZone } from '#core/recurrence/in-another-zone.ts'
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
    const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, previousZone, schedule.zone)
    const now = clock.now()
    // Due already and about to leave: moving it on to the following day would lose it.
    if (call.scheduledFor <= now && sameTime <= now) continue
    const from = new Date(Math.max(sameTime.getTime(), now.getTime()))
    const place = { scheduleId: schedule.id, rule: schedule.rule, zone: schedule.zone, exceptCallId: call.id }
    const scheduledFor = await freeOccurrence(trx, place, from)
    if (scheduledFor) await moveCall(trx, jobs, call, scheduledFor)
  }
}
