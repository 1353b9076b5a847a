import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { type WhyNotPlaced, whyNotPlacedTo } from '../state/why-not-placed-to.ts'
import { findSchedules, type Schedule } from './schedules.ts'

interface After {
  lovedOneId: number
  from: Date
}

/** When a loved one is next rung or texted; `at` is null where nothing is scheduled, or nothing of it is placed, and `why` is why. */
export interface FirstCall {
  at: Date | null
  why: WhyNotPlaced | null
}

/** The first call of a loved one that is placed at or after `from`: those in times away are skipped. */
export async function firstCallFrom(sealing: Sealing, db: Db, lovedOneId: number, from: Date): Promise<FirstCall> {
  const [first = NOTHING] = await firstCallsFrom(sealing, db, [{ lovedOneId, from }])
  return first
}

const NOTHING: FirstCall = { at: null, why: null }

/** The same for several, in their order. */
export async function firstCallsFrom(sealing: Sealing, db: Db, wanted: readonly After[]): Promise<FirstCall[]> {
  if (wanted.length === 0) return []
  const whyNot = await whyNotPlacedTo(
    sealing,
    db,
    wanted.map(({ lovedOneId }) => lovedOneId),
  )
  const calls = await db
    .selectFrom('calls')
    .select(['lovedOneId', 'scheduleId', 'scheduledFor', 'asksBy'])
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
  return wanted.map(({ lovedOneId, from }): FirstCall => {
    const scheduled = callsOf.get(lovedOneId) ?? []
    const placed = scheduled.filter((call) => whyNot(call) === null)
    const firstFrom = (instant: Date): Date | null => {
      const times = placed.flatMap(({ scheduleId, scheduledFor }) => {
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
    return { at: first, why: placed.length === 0 ? whyOf(scheduled, whyNot) : null }
  })
}

function whyOf(
  scheduled: readonly { lovedOneId: number; asksBy: AsksBy }[],
  whyNot: (call: { lovedOneId: number; asksBy: AsksBy }) => WhyNotPlaced | null,
): WhyNotPlaced | null {
  const [first] = scheduled
  return first ? whyNot(first) : null
}
