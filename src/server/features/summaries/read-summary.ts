import { callLabel } from '#contract/calls/call-labels.ts'
import { inOwnWords } from '#core/escalation/texts/all-is-well.ts'
import type { Summary, SummedUpCall } from '#core/notifications/summary-text.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import { localDayOf } from '#core/recurrence/wall-clock.ts'
import { lastActors } from '#server/features/activity/public.ts'
import { findSchedules, type Schedule, whyNotPlacedTo } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

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
    .select(['calls.id', 'calls.status', 'calls.reason', 'calls.triesMade'])
    .select(['calls.cancelledAt', 'calls.resolvedAt', 'calls.refusedAt'])
    .select(['incidentCauses.cause', 'incidents.status as incidentStatus', 'incidents.endedHow'])
    .leftJoin('incidentPeople as reader', (join) =>
      join.onRef('reader.incidentId', '=', 'incidents.id').on('reader.personId', '=', personId),
    )
    .select(['incidentPeople.name as owner', 'reader.name as readerName'])
    .where('calls.scheduledFor', '>=', from)
    .where('calls.scheduledFor', '<', to)
    .execute()
  const resolved = rows.flatMap(({ id, resolvedAt }) => (resolvedAt === null ? [] : id))
  const reachedBy = await lastActors(db, resolved, 'call_acknowledged')
  const nameOf = (actor: { id: number; name: string } | undefined) =>
    actor && (actor.id === personId ? 'you' : actor.name)
  return rows.map(({ id, callType, asksBy, catchUpFor, cause, incidentStatus, owner, ...call }) => ({
    ...call,
    what: callLabel({ callType, asksBy, catchUpFor }),
    wasPlaced: call.triesMade > 0,
    wasCancelled: call.cancelledAt !== null,
    wasResolved: call.resolvedAt !== null,
    reachedBy: nameOf(reachedBy.get(id)) ?? null,
    isRefused: call.refusedAt !== null,
    incident: cause && incidentStatus ? { cause, status: incidentStatus, endedHow: endedHow(call), owner } : null,
  }))
}

function endedHow({ endedHow, readerName }: { endedHow: string | null; readerName: string | null }): string | null {
  return endedHow && inOwnWords(endedHow, readerName)
}

/**
 * What is still to come today in `zone`, in order of time, and who is away and not rung for what was to come. What
 * follows a schedule's booked call on the day is counted from its rule. What is not placed is left out: the account is
 * suspended, or the phone wants none.
 */
export async function comingToday(
  { db, sealing }: { db: Db; sealing: Sealing },
  accountId: number,
  now: Date,
  zone: string,
): Promise<Pick<Summary, 'coming' | 'away'>> {
  const { end } = localDayOf(now, zone)
  const scheduled = await selectCalls(db, accountId)
    .select(['calls.scheduleId', 'calls.lovedOneId'])
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduledFor', '>=', now)
    .where('calls.scheduledFor', '<', end)
    .execute()
  const whyNot = await whyNotPlacedTo(
    sealing,
    db,
    scheduled.map(({ lovedOneId }) => lovedOneId),
  )
  const booked = scheduled.filter((call) => whyNot(call) === null)
  const scheduleIds = booked.flatMap(({ scheduleId }) => scheduleId ?? [])
  const schedules = scheduleIds.length > 0 ? await findSchedules(db, scheduleIds) : new Map<number, Schedule>()
  const calls = booked.flatMap(({ callType, asksBy, catchUpFor, scheduleId, ...call }) => {
    const one = { ...call, what: callLabel({ callType, asksBy, catchUpFor }) }
    const schedule = scheduleId === null ? undefined : schedules.get(scheduleId)
    const following = schedule ? followingBefore(end, schedule, call.scheduledFor) : []
    return [one, ...following.map((scheduledFor) => ({ ...one, scheduledFor }))]
  })
  const aways = await awaysBetween(db, accountId, now, end)
  const awayOf = ({ lovedOneId, scheduledFor }: { lovedOneId: number; scheduledFor: Date }) =>
    aways.find((away) => away.lovedOneId === lovedOneId && away.startsAt <= scheduledFor && scheduledFor < away.endsAt)
  const leftOut = calls.flatMap((call) => awayOf(call) ?? [])
  return {
    coming: calls
      .filter((call) => awayOf(call) === undefined)
      .sort((first, second) => first.scheduledFor.getTime() - second.scheduledFor.getTime()),
    away: aways.filter((away) => leftOut.includes(away)),
  }
}

function awaysBetween(db: Db, accountId: number, from: Date, to: Date) {
  return db
    .selectFrom('aways')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
    .select(['aways.lovedOneId', 'aways.startsAt', 'aways.endsAt', 'lovedOnes.name', 'lovedOnes.timezone as zone'])
    .where('aways.accountId', '=', accountId)
    .where('aways.startsAt', '<', to)
    .where('aways.endsAt', '>', from)
    .orderBy('lovedOnes.name')
    .orderBy('aways.startsAt')
    .execute()
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
