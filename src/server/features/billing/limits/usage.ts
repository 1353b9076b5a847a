import { sql } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { occurrencesWithin } from '#core/recurrence/occurrences-within.ts'
import { findSchedules } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/** How many calls of an account were placed since then, before `until`, removed loved ones' among them: no retries, alerts, tests or catch-ups. */
export async function countPlaced(db: Db, accountId: number, since: Date, until?: Date): Promise<number> {
  const countIn = (table: 'calls' | 'removedCalls') =>
    db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('placed'))
      .where('accountId', '=', accountId)
      .where('startedAt', '>=', since)
      .$if(until !== undefined, (query) => query.where('startedAt', '<', until ?? null))
  const calls = countIn('calls').where(sql<boolean>`catch_up_for is null and not is_rehearsal`)
  const counts = await calls.unionAll(countIn('removedCalls')).execute()
  return counts.reduce((sum, { placed }) => sum + placed, 0)
}

const KEPT_DAYS = 62

/** Deletes removed calls that no billing month counts any more. Run it once in a while. */
export async function deleteRemovedCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('removedCalls').where('startedAt', '<', before).execute()
}

/**
 * How many calls of an account are booked for a month: placed in it, waiting for their time in it, and those that its
 * recurring schedules will ring in it after that. No catch-up calls, and none in a time away: it does not ring. `except` leaves out a call, and everything that
 * its schedule will ring.
 */
export async function countBooked(
  db: Db,
  accountId: number,
  { start, end }: { start: Date; end: Date },
  except?: { callId: number },
): Promise<number> {
  const placed = await countPlaced(db, accountId, start, end)
  const waiting = await db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select([
      'calls.scheduleId',
      'calls.scheduledFor',
      'calls.status',
      'calls.lovedOneId',
      'lovedOnes.timezone as zone',
    ])
    .where('calls.accountId', '=', accountId)
    .where('calls.status', 'in', ['scheduled', 'in_progress'])
    .where('calls.startedAt', 'is', null)
    .where('calls.catchUpFor', 'is', null)
    .where('calls.isRehearsal', '=', false)
    .where('calls.scheduledFor', '<', end)
    .where('calls.id', '<>', except?.callId ?? 0)
    .execute()
  const scheduleIds = waiting.flatMap(({ scheduleId, status }) => (status === 'scheduled' ? (scheduleId ?? []) : []))
  const schedules = scheduleIds.length === 0 ? null : await findSchedules(db, scheduleIds)
  const isAway = await awayIn(db, accountId, { start, end })
  const following = waiting.flatMap(({ scheduleId, scheduledFor, zone, status, lovedOneId }) => {
    const schedule = scheduleId === null || status !== 'scheduled' ? undefined : schedules?.get(scheduleId)
    if (!schedule || schedule.ended) return []
    const times = occurrencesWithin(schedule.rule, { after: scheduledFor, until: end, zone, changed: schedule.changed })
    return times.map((scheduledFor) => ({ scheduledFor, lovedOneId }))
  })
  return placed + [...waiting, ...following].filter(isIn).length

  function isIn({ scheduledFor, lovedOneId }: { scheduledFor: Date; lovedOneId: number }): boolean {
    return scheduledFor >= start && scheduledFor < end && !isAway(lovedOneId, scheduledFor)
  }
}

/** Whether somebody of an account is away at an instant of a month. */
export async function awayIn(
  db: Db,
  accountId: number,
  { start, end }: { start: Date; end: Date },
): Promise<(lovedOneId: number, at: Date) => boolean> {
  const aways = await db
    .selectFrom('aways')
    .select(['lovedOneId', 'startsAt', 'endsAt'])
    .where('accountId', '=', accountId)
    .where('endsAt', '>', start)
    .where('startsAt', '<', end)
    .execute()
  const of = Map.groupBy(aways, ({ lovedOneId }) => lovedOneId)
  return (lovedOneId, at) => (of.get(lovedOneId) ?? []).some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
}

/** How many loved ones an account has. */
export async function countLovedOnes(db: Db, accountId: number): Promise<number> {
  const { lovedOnes } = await db
    .selectFrom('lovedOnes')
    .select((select) => select.fn.countAll<number>().as('lovedOnes'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return lovedOnes
}

/** How many calls of each type an account has scheduled; a recurring schedule has one at a time. */
export async function countScheduledByType(db: Db, accountId: number): Promise<Map<CallType, number>> {
  const rows = await db
    .selectFrom('calls')
    .select(['callType', (select) => select.fn.countAll<number>().as('scheduled')])
    .where('accountId', '=', accountId)
    .where('status', '=', 'scheduled')
    .where('catchUpFor', 'is', null)
    .where('isRehearsal', '=', false)
    .groupBy('callType')
    .execute()
  return new Map(rows.map(({ callType, scheduled }) => [callType, scheduled]))
}
