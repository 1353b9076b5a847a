import { callLabel } from '#contract/calls/call-labels.ts'
import { inOwnWords } from '#core/escalation/texts/all-is-well.ts'
import type { SummedUpCall } from '#core/notifications/summary-text.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import { localDayOf } from '#core/recurrence/wall-clock.ts'
import { findSchedules, type Schedule } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The calls of an account that were promised between two instants, with their results as a member reads them; in order of time. */
export async function callsBetween(
  db: Db,
  { accountId, personId }: { accountId: number; personId: number },
  from: Date,
  to: Date,
): Promise<SummedUpCall[]> {
  const rows = await selectCalls(db, accountId)
    .leftJoin('incidentCauses', (join) =>
      // An incident that no person had raised is no news about the call.
      join.onRef('incidentCauses.callId', '=', 'calls.id').on('incidentCauses.withdrawnAt', 'is', null),
    )
    .leftJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
    .select(['calls.status', 'calls.reason', 'calls.attemptsMade'])
    .select(['calls.cancelledAt', 'calls.resolvedAt', 'calls.refusedAt'])
    .select(['incidentCauses.cause', 'incidents.status as incidentStatus', 'incidents.endedHow'])
    .leftJoin('incidentPeople as reader', (join) =>
      join.onRef('reader.incidentId', '=', 'incidents.id').on('reader.personId', '=', personId),
    )
    .select(['incidentPeople.name as owner', 'reader.name as readerName'])
    .where('calls.scheduledFor', '>=', from)
    .where('calls.scheduledFor', '<', to)
    .execute()
  return rows.map(({ callType, asksBy, catchUpFor, cause, incidentStatus, owner, ...call }) => ({
    ...call,
    what: callLabel({ callType, asksBy, catchUpFor }),
    wasPlaced: call.attemptsMade > 0,
    wasCancelled: call.cancelledAt !== null,
    wasResolved: call.resolvedAt !== null,
    isRefused: call.refusedAt !== null,
    incident: cause && incidentStatus ? { cause, status: incidentStatus, endedHow: endedHow(call), owner } : null,
  }))
}

function endedHow({ endedHow, readerName }: { endedHow: string | null; readerName: string | null }): string | null {
  return endedHow && inOwnWords(endedHow, readerName)
}

type ComingCall = Pick<SummedUpCall, 'name' | 'zone' | 'what' | 'scheduledFor'>

/** What is still to come today in `zone`, in order of time. What follows a schedule's booked call on the day is counted from its rule. */
export async function comingToday(db: Db, accountId: number, now: Date, zone: string): Promise<ComingCall[]> {
  const { end } = localDayOf(now, zone)
  const booked = await selectCalls(db, accountId)
    .select('calls.scheduleId')
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduledFor', '>=', now)
    .where('calls.scheduledFor', '<', end)
    .execute()
  const scheduleIds = booked.flatMap(({ scheduleId }) => scheduleId ?? [])
  const schedules = scheduleIds.length > 0 ? await findSchedules(db, scheduleIds) : new Map<number, Schedule>()
  return booked
    .flatMap(({ callType, asksBy, catchUpFor, scheduleId, ...call }) => {
      const one = { ...call, what: callLabel({ callType, asksBy, catchUpFor }) }
      const schedule = scheduleId === null ? undefined : schedules.get(scheduleId)
      return [
        one,
        ...(schedule ? followingBefore(end, schedule, call.scheduledFor) : []).map((scheduledFor) => ({
          ...one,
          scheduledFor,
        })),
      ]
    })
    .sort((first, second) => first.scheduledFor.getTime() - second.scheduledFor.getTime())
}

function followingBefore(end: Date, schedule: Schedule, after: Date): Date[] {
  const following: Date[] = []
  for (let next = after; !schedule.ended; ) {
    const found = nextKeptOccurrence(schedule, next)
    if (!found || found >= end) break
    following.push(found)
    next = found
  }
  return following
}

function selectCalls(db: Db, accountId: number) {
  return db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['calls.callType', 'calls.asksBy', 'calls.catchUpFor', 'calls.scheduledFor', 'lovedOnes.name'])
    .select((eb) => eb.fn.coalesce('calls.zone', 'lovedOnes.timezone').as('zone'))
    .where('calls.accountId', '=', accountId)
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
}
