import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findSchedules, type Schedule } from './schedules.ts'

interface After {
  lovedOneId: number
  from: Date
}

/** The first call of a loved one that is due at or after `from`, once the calls before it are skipped; null: none. */
export async function firstCallFrom(db: Db, lovedOneId: number, from: Date): Promise<Date | null> {
  const [first = null] = await firstCallsFrom(db, [{ lovedOneId, from }])
  return first
}

/** The same for several, in their order, in two statements. */
export async function firstCallsFrom(db: Db, wanted: readonly After[]): Promise<(Date | null)[]> {
  if (wanted.length === 0) return []
  const calls = await db
    .selectFrom('calls')
    .select(['lovedOneId', 'scheduleId', 'scheduledFor'])
    .where(
      'lovedOneId',
      'in',
      wanted.map(({ lovedOneId }) => lovedOneId),
    )
    .where('status', '=', 'scheduled')
    .execute()
  const scheduleIds = calls.flatMap(({ scheduleId }) => scheduleId ?? [])
  const schedules = scheduleIds.length === 0 ? new Map<number, Schedule>() : await findSchedules(db, scheduleIds)
  const of = Map.groupBy(calls, ({ lovedOneId }) => lovedOneId)
  return wanted.map(({ lovedOneId, from }) => {
    const times = (of.get(lovedOneId) ?? []).flatMap(({ scheduleId, scheduledFor }) => {
      if (scheduledFor >= from) return [scheduledFor]
      const schedule = scheduleId === null ? undefined : schedules.get(scheduleId)
      const next = schedule && !schedule.ended ? nextKeptOccurrence(schedule, new Date(from.getTime() - 1)) : null
      return next ? [next] : []
    })
    return times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null)
  })
}
