import { sql } from 'kysely'
import { ONLY_REPEATING } from '#contract/calls/familiar-voice.ts'
import { CORRECTIONS_IN_USE } from '#server/features/languages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'

/**
 * The schedule that a call belongs to: as one of its occurrences, as one that was moved, or by Call Now. Null for every other
 * call. For a query over `calls`.
 */
export const SCHEDULE_OF_CALL = sql<number | null>`coalesce(calls.schedule_id, calls.extra_of_schedule_id,
  (select schedule_id from occurrence_changes where occurrence_changes.call_id = calls.id))`

/** The account's call, with what recordings for it are about. `scheduleId` is null where nothing can be recorded. */
export async function recordedCall(db: Db, accountId: number, callId: number) {
  const call = await db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .leftJoin('callSchedules', (join) =>
      join
        .on('callSchedules.id', '=', SCHEDULE_OF_CALL)
        .on('callSchedules.endedAt', 'is', null)
        .on('callSchedules.asksBy', '=', 'call'),
    )
    .select(['calls.id', 'calls.callType', 'calls.lovedOneId', 'calls.scheduledFor', 'callSchedules.id as scheduleId'])
    .select(['lovedOnes.name', 'lovedOnes.preferredName', 'lovedOnes.familyWord', 'lovedOnes.timezone'])
    .select(['lovedOnes.language', CORRECTIONS_IN_USE])
    .where('calls.id', '=', callId)
    .where('calls.accountId', '=', accountId)
    .executeTakeFirst()
  if (!call) throw notFound('Call')
  return call
}

/** The same, refusing a call for which nothing can be recorded. */
export async function recordableCall(db: Db, accountId: number, callId: number) {
  const { scheduleId, ...call } = await recordedCall(db, accountId, callId)
  if (scheduleId === null) throw new AppError('conflict', ONLY_REPEATING)
  return { ...call, scheduleId }
}
