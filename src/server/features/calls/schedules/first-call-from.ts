import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findSchedules, type Schedule } from './schedules.ts'

interface After {
  lovedOneId: number
  from: Date
}

/** The first call of a loved one that rings at or after `from`: those in times away are skipped. Null: none. */
export async function firstCallFrom(db: Db, lovedOneId: number, from: Date): Promise<Date | null> {
  const [first = null] = await firstCallsFrom(db, [{ lovedOneId, from }])
  return first
}

/** The same for several, in their order, in three statements. */
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
  const aways = await db
    .selectFrom('aways')
    .select(['lovedOneId', 'startsAt', 'endsAt'])
    .where('lovedOneId', 'in', [...new Set(wanted.map(({ lovedOneId }) => lovedOneId))])
    .orderBy('startsAt')
    .execute()
  const callsOf = Map.groupBy(calls, ({ lovedOneId }) => lovedOneId)
  const awaysOf = Map.groupBy(aways, ({ lovedOneId }) => lovedOneId)
  return wanted.map(({ lovedOneId, from }) => {
    const firstFrom = (instant: Date): Date | null => {
      const times = (callsOf.get(lovedOneId) ?? []).flatMap(({ scheduleId, scheduledFor }) => {
        if (scheduledFor >= instant) return [scheduledFor]
        const schedule = scheduleId === null ? undefined : schedules.get(scheduleId)
        const next = schedule && !schedule.ended ? nextKeptOccurrence(schedule, new Date(instant.getTime() - 1)) : null
        return next ? [next] : []
      })
      return times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null)
    }
    let first = firstFrom(from)
    // In their order: what falls into one is due again after it at the earliest.
    for (const { startsAt, endsAt } of awaysOf.get(lovedOneId) ?? []) {
      if (first !== null && startsAt <= first && first < endsAt) first = firstFrom(endsAt)
    }
    return first
  })
}
