import { sql } from 'kysely'
import type { HistoryQuery, UpcomingQuery } from '#contract/calls/call-forms.ts'
import type { Call } from '#contract/calls/calls.ts'
import { type CallStatus, FINAL_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { SchedulePattern } from '#core/recurrence/recurrence.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedRead } from '#server/platform/database/prepared-read.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '../deps.ts'
import { slotsOf } from '../schedules/schedules.ts'
import { type CallViews, presentCalls, selectCalls } from './call-view.ts'

interface OfLovedOne {
  lovedOneId?: number | undefined
}

/** The same in a statement. */
interface OfAccount {
  accountId: Param<number>
  lovedOneId?: Param<number> | undefined
}

/** Calls that are scheduled or under way, soonest first; `after` continues after that call. */
export async function listUpcoming(views: CallViews, account: ActingAccount, query: UpcomingQuery): Promise<Call[]> {
  const { lovedOneId, after, limit } = query
  return presentCalls(views, await readUpcoming(views.db, { accountId: account.id, lovedOneId, after, limit }))
}

interface PageOfUpcoming extends OfAccount {
  after?: Param<number> | undefined
  limit: Param<number>
}

const readUpcoming = preparedRead((db, { accountId, lovedOneId, after, limit }: PageOfUpcoming) =>
  listedCalls(db, { accountId, lovedOneId })
    .where('calls.status', 'in', ['scheduled', 'in_progress'])
    .$if(after !== undefined, (calls) =>
      calls.where(
        sql<boolean>`(calls.scheduled_for, calls.id) > (
          select anchor.scheduled_for, anchor.id from calls as anchor
          where anchor.id = ${after} and anchor.account_id = ${accountId})`,
      ),
    )
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .limit(limit),
)

/** The calls of a whole account, or of one of its loved ones. */
function listedCalls(db: Db, { accountId, lovedOneId }: OfAccount) {
  return selectCalls(db, accountId).$if(lovedOneId !== undefined, (query) =>
    query.where('calls.lovedOneId', '=', lovedOneId ?? 0),
  )
}

/** One entry for each active recurring schedule: its next call, soonest first. */
export async function listRecurring(
  views: CallViews,
  account: ActingAccount,
  { lovedOneId }: OfLovedOne,
): Promise<Call[]> {
  return presentCalls(views, await readRecurring(views.db, { accountId: account.id, lovedOneId }))
}

const readRecurring = preparedRead((db, { accountId, lovedOneId }: OfAccount) =>
  listedCalls(db, { accountId, lovedOneId })
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduleId', 'is not', null)
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id'),
)

/** Calls that have ended, newest promise first; `before` continues after that call. */
export async function listHistory(views: CallViews, account: ActingAccount, query: HistoryQuery): Promise<Call[]> {
  const { lovedOneId, before, filter, limit } = query
  const rows = await READ_HISTORY[filter](views.db, { accountId: account.id, lovedOneId, before, limit })
  return presentCalls(views, rows)
}

interface PageOfHistory extends OfAccount {
  before?: Param<number> | undefined
  limit: Param<number>
}

const historyOf = (statuses: readonly CallStatus[]) =>
  preparedRead((db, { accountId, lovedOneId, before, limit }: PageOfHistory) =>
    listedCalls(db, { accountId, lovedOneId })
      .where('calls.status', 'in', statuses)
      .$if(before !== undefined, (calls) =>
        calls.where(
          sql<boolean>`(calls.scheduled_for, calls.id) < (
          select anchor.scheduled_for, anchor.id from calls as anchor
          where anchor.id = ${before} and anchor.account_id = ${accountId})`,
        ),
      )
      .orderBy('calls.scheduledFor', 'desc')
      .orderBy('calls.id', 'desc')
      .limit(limit),
  )

const READ_HISTORY = {
  all: historyOf(FINAL_STATUSES),
  completed: historyOf(['completed']),
  failed: historyOf(FINAL_STATUSES.filter((status) => status !== 'completed')),
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
