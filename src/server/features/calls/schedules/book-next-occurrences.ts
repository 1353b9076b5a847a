import { sql } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { limitToLength } from '#server/platform/database/statements/limit-to-length.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { enqueueDials } from '../jobs.ts'
import { freeOccurrence } from './free-occurrence.ts'
import { notifyScheduled } from './notify-scheduled.ts'
import { findSchedules, type Schedule } from './schedules.ts'

/** A call that is not scheduled any more, and whose schedule goes on. */
interface PreviousCall {
  scheduleId: number
  accountId: number
  lovedOneId: number
  callType: CallType
  scheduledFor: Date
}

interface NextOccurrence {
  call: PreviousCall
  schedule: Schedule
  scheduledFor: Date
}

/**
 * Books the occurrence that follows each of the calls, of as many schedules, and enqueues its dial; a thousand take as
 * many statements as one. Counted from the schedule, never from when the last call was really placed. The database
 * allows an occurrence once, and a schedule one next call: a second booking changes nothing.
 */
export async function bookNextOccurrences(trx: Trx, jobs: Jobs, calls: readonly PreviousCall[]): Promise<void> {
  if (calls.length === 0) return
  const wanted = await nextOccurrencesOf(trx, calls)
  if (wanted.length === 0) return
  const booked = await trx
    .insertInto('calls')
    .values(
      wanted.map(({ call: { accountId, lovedOneId, scheduleId, callType }, schedule, scheduledFor }) => ({
        accountId,
        lovedOneId,
        scheduleId,
        callType,
        asksBy: schedule.asksBy,
        scheduledFor,
        dialAt: scheduledFor,
        dialBy: dialBy(callType, scheduledFor),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id as callId', 'accountId', 'lovedOneId', 'scheduleId', 'callType', 'asksBy', 'scheduledFor'])
    .execute()
  await enqueueDials(
    jobs,
    trx,
    booked.map(({ callId, callType, scheduledFor }) => ({ callId, callType, dialAt: scheduledFor })),
  )
  await notifyScheduled(trx, booked)
  const done = new Set(booked.map(({ scheduleId }) => scheduleId))
  const unbooked = wanted.map(({ schedule }) => schedule.id).filter((id) => !done.has(id))
  await expectNextCalls(trx, unbooked)
}

async function nextOccurrencesOf(trx: Db, calls: readonly PreviousCall[]): Promise<NextOccurrence[]> {
  const ids = calls.map(({ scheduleId }) => scheduleId)
  const schedules = await findSchedules(trx, ids, { lock: true })
  const candidates = calls.flatMap((call) => {
    const schedule = schedules.get(call.scheduleId)
    if (!schedule || schedule.ended) return []
    const scheduledFor = nextKeptOccurrence(schedule, call.scheduledFor)
    return scheduledFor ? [{ call, schedule, scheduledFor }] : []
  })
  const taken = await takenOf(trx, candidates)
  const free = candidates.filter(({ schedule }) => !taken.has(schedule.id))
  for (const { call, schedule, scheduledFor: from } of candidates.filter(({ schedule }) => taken.has(schedule.id))) {
    const scheduledFor = await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule }, from)
    if (scheduledFor) free.push({ call, schedule, scheduledFor })
  }
  return free
}

/** The schedules whose wanted occurrence exists already: an edit moved them onto a time that has just rung. */
async function takenOf(trx: Db, candidates: readonly NextOccurrence[]): Promise<Set<number>> {
  if (candidates.length === 0) return new Set()
  const { rows } = await sql<{ scheduleId: number }>`
    select calls.schedule_id
    from (
      select schedule_id, scheduled_for from unnest(
        ${candidates.map(({ schedule }) => schedule.id)}::bigint[],
        ${candidates.map(({ scheduledFor }) => scheduledFor)}::timestamptz[]
      ) as given (schedule_id, scheduled_for) ${limitToLength(candidates)}
    ) as wanted
    join calls using (schedule_id, scheduled_for)`.execute(trx)
  return new Set(rows.map(({ scheduleId }) => scheduleId))
}

/** If nothing was booked a next call must exist already. A schedule without one would fall silent for good. */
async function expectNextCalls(trx: Db, scheduleIds: readonly number[]): Promise<void> {
  if (scheduleIds.length === 0) return
  const present = await trx
    .selectFrom('calls')
    .select('scheduleId')
    .where('scheduleId', 'in', [...scheduleIds])
    .where('status', '=', 'scheduled')
    .execute()
  if (present.length < scheduleIds.length) throw new Error('A schedule was left without a next call')
}
