import type { CallType } from '#core/calls/call-vocabulary.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { isWakingHour } from '#core/calls/waking-hours.ts'
import { inAnotherZone } from '#core/recurrence/in-another-zone.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CallsDeps } from '../deps.ts'
import { moveCall } from '../state/move-call.ts'
import { type CatchUp, rezoneCatchUp } from './book-catch-up.ts'
import { type MovedCall, movedCallsOf } from './changed-occurrences.ts'
import { freeOccurrence } from './free-occurrence.ts'
import { rebookCatchUp } from './rebook-catch-up.ts'
import { refuseMovedIntoNight } from './refuse-at-night.ts'
import { findSchedule } from './schedules.ts'

/**
 * Called in the transaction that has moved a loved one out of `previousZone`: recurring schedules keep their wall-clock
 * time in the new zone, so their next calls move (a skipped one stays skipped). One-off calls keep their instant.
 * Today's call is not lost if its time is past by the new clocks: within its grace period it rings at once, and later
 * it rings when it was promised by the old ones. If that is night, it is given up at that past time: the account holder
 * is notified, and the loved one is rung in the morning. A catch-up call that would ring at night there waits for the
 * morning as well: `catchUp` is when it rings now, null when none waits. Refuses if a one-off call would ring at night
 * there and did not before, unless that was confirmed.
 */
export async function rezoneSchedules(
  { jobs, clock }: Pick<CallsDeps, 'jobs' | 'clock'>,
  trx: Trx,
  { lovedOneId, previousZone, confirmNight }: { lovedOneId: number; previousZone: string; confirmNight: boolean },
): Promise<{ catchUp: CatchUp | null }> {
  if (!confirmNight) await refuseMovedIntoNight(trx, { lovedOneId, previousZone, now: clock.now() })
  const calls = await trx
    .selectFrom('calls')
    .select(['id', 'accountId', 'lovedOneId', 'scheduleId', 'callType', 'scheduledFor', 'standsInFor'])
    .where('lovedOneId', '=', lovedOneId)
    .where('status', '=', 'scheduled')
    .where((eb) => eb.or([eb('scheduleId', 'is not', null), eb('standsInFor', 'is not', null)]))
    .forUpdate()
    .execute()
  await rezoneMovedCalls({ jobs, clock }, trx, await movedCallsOf(trx, { lovedOneId }), previousZone)
  for (const call of calls) {
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    if (!schedule) continue
    const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, previousZone, schedule.zone)
    const now = clock.now()
    if (sameTime <= now && staysAsPromised(call, { sameTime, now, zone: schedule.zone })) continue
    const place = {
      scheduleId: schedule.id,
      rule: schedule.rule,
      zone: schedule.zone,
      exceptCallId: call.id,
      changed: schedule.changed,
    }
    const scheduledFor = await freeOccurrence(trx, place, sameTime)
    if (scheduledFor) await moveCall(trx, jobs, call, scheduledFor)
  }
  const { timezone, name } = await trx
    .selectFrom('lovedOnes')
    .select(['timezone', 'name'])
    .where('id', '=', lovedOneId)
    .executeTakeFirstOrThrow()
  for (const call of calls) await rebookCatchUp({ jobs, clock }, trx, { ...call, name })
  return { catchUp: await rezoneCatchUp({ jobs }, trx, { lovedOneId, timezone }) }
}

/** Calls that ring once instead of a regular time keep their wall-clock time as well, that of `previousZone`. */
export async function rezoneMovedCalls(
  { jobs, clock }: Pick<CallsDeps, 'jobs' | 'clock'>,
  trx: Trx,
  calls: readonly MovedCall[],
  previousZone: string,
): Promise<void> {
  const now = clock.now()
  for (const call of calls) {
    const sameTime = inAnotherZone({ kind: 'once' }, call.scheduledFor, previousZone, call.zone)
    if (sameTime <= now && staysAsPromised(call, { sameTime, now, zone: call.zone })) continue
    await moveCall(trx, jobs, call, sameTime)
  }
}

/** For a call whose time is past by the new clocks. */
function staysAsPromised(
  { scheduledFor, callType }: { scheduledFor: Date; callType: CallType },
  { sameTime, now, zone }: { sameTime: Date; now: Date; zone: string },
): boolean {
  // Due already and about to be dialled: moving it would lose it.
  if (scheduledFor <= now) return true
  const isInGrace = dialBy(callType, sameTime) >= now
  return !isInGrace && isWakingHour(scheduledFor, zone)
}
