import { sql } from 'kysely'
import type { Call, HistoryQuery } from '#contract/calls.ts'
import { FINAL_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { SchedulePattern } from '#core/recurrence/recurrence.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database.ts'
import { type CallViews, presentCalls, selectCalls } from './call-view.ts'
import type { ActingAccount } from './deps.ts'
import { slotsOf } from './schedules.ts'

interface OfLovedOne {
  lovedOneId?: number | undefined
}

/** Calls that are scheduled or under way, soonest first. */
export async function listUpcoming(
  views: CallViews,
  account: ActingAccount,
  { lovedOneId }: OfLovedOne,
): Promise<Call[]> {
  const rows = await selectCalls(views.db, account)
    .where('calls.status', 'in', ['scheduled', 'in_progress'])
    .$if(lovedOneId !== undefined, (query) => query.where('calls.lovedOneId', '=', lovedOneId ?? 0))
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .execute()
  return presentCalls(views, rows)
}

/** One entry for each active recurring schedule: its next call, soonest first. */
export async function listRecurring(
  views: CallViews,
  account: ActingAccount,
  { lovedOneId }: OfLovedOne,
): Promise<Call[]> {
  const rows = await selectCalls(views.db, account)
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduleId', 'is not', null)
    .$if(lovedOneId !== undefined, (query) => query.where('calls.lovedOneId', '=', lovedOneId ?? 0))
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .execute()
  return presentCalls(views, rows)
}

const FAILED_STATUSES = FINAL_STATUSES.filter((status) => status !== 'completed')

/** Calls that have ended, newest promise first; `before` continues after that call. */
export async function listHistory(views: CallViews, account: ActingAccount, query: HistoryQuery): Promise<Call[]> {
  const { lovedOneId, before, filter, limit } = query
  const statuses =
    filter === 'completed' ? (['completed'] as const) : filter === 'failed' ? FAILED_STATUSES : FINAL_STATUSES
  const rows = await selectCalls(views.db, account)
    .where('calls.status', 'in', [...statuses])
    .$if(lovedOneId !== undefined, (calls) => calls.where('calls.lovedOneId', '=', lovedOneId ?? 0))
    .$if(before !== undefined, (calls) =>
      calls.where(
        sql<boolean>`(calls.scheduled_for, calls.id) < (
          select anchor.scheduled_for, anchor.id from calls as anchor
          where anchor.id = ${before ?? 0} and anchor.account_id = ${account.id})`,
      ),
    )
    .orderBy('calls.scheduledFor', 'desc')
    .orderBy('calls.id', 'desc')
    .limit(limit)
    .execute()
  return presentCalls(views, rows)
}

/** The custom slots of the call's schedule, Monday first; empty for every other recurrence. */
export async function listSchedulePatterns(db: Db, account: ActingAccount, callId: number): Promise<SchedulePattern[]> {
  const call = await db
    .selectFrom('calls')
    .select('scheduleId')
    .where('id', '=', callId)
    .where('accountId', '=', account.id)
    .executeTakeFirst()
  if (!call) throw notFound('Call')
  if (call.scheduleId === null) return []
  return (await slotsOf(db, [call.scheduleId])).get(call.scheduleId) ?? []
}
