import { sql } from 'kysely'
import type { HistoryQuery } from '#contract/calls/call-forms.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { ComingQuery } from '#contract/list-pages.ts'
import { type CallStatus, FINAL_STATUSES, NOT_REACHED_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { SchedulePattern } from '#core/recurrence/recurrence.ts'
import type { Db } from '#server/platform/database/database.ts'
import { holdsText } from '#server/platform/database/statements/holds-text.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount, ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { slotsOf } from '../schedules/schedules.ts'
import { type CallViews, presentCalls, selectCalls } from './call-view.ts'

/** Whose calls, in a statement. */
interface OfAccount {
  accountId: Param<number>
  lovedOneId?: Param<number> | undefined
}

/**
 * Calls that are scheduled or under way, soonest first; `after` continues after that call. At its moment the list goes
 * on also when the call has gone; an id alone names a call that is still there.
 */
export async function listUpcoming(views: CallViews, account: ReadAccount, query: ComingQuery): Promise<Call[]> {
  return presentCalls(views, account, await readUpcoming(views.db, valuesOf(account, query)))
}

interface PageOfComing extends OfAccount {
  afterId?: Param<number> | undefined
  afterAt?: Param<Date> | undefined
  search?: Param<string> | undefined
  limit: Param<number>
}

const valuesOf = (account: ReadAccount, { lovedOneId, after, search, limit }: ComingQuery) => ({
  accountId: account.id,
  lovedOneId,
  afterId: after?.id,
  afterAt: after?.at,
  search,
  limit,
})

const readUpcoming = preparedStatement((db, page: PageOfComing) =>
  comingCalls(db, page).where('calls.status', 'in', ['scheduled', 'in_progress']),
)

/** A page of open calls, soonest first. */
function comingCalls(db: Db, { accountId, lovedOneId, afterId, afterAt, search, limit }: PageOfComing) {
  return listedCalls(db, { accountId, lovedOneId })
    .$if(afterId !== undefined, (calls) =>
      calls.where(
        afterAt === undefined
          ? sql<boolean>`(calls.scheduled_for, calls.id) > (
          select anchor.scheduled_for, anchor.id from calls as anchor
          where anchor.id = ${afterId} and anchor.account_id = ${accountId})`
          : sql<boolean>`(calls.scheduled_for, calls.id) > (${afterAt}::timestamptz, ${afterId})`,
      ),
    )
    .$if(search !== undefined, (calls) => calls.where(holdsText('loved_ones.name', search ?? sql`''`)))
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .limit(limit)
}

/** The calls of a whole account, or of one of its loved ones. */
function listedCalls(db: Db, { accountId, lovedOneId }: OfAccount) {
  return selectCalls(db, accountId).$if(lovedOneId !== undefined, (query) =>
    query.where('calls.lovedOneId', '=', lovedOneId ?? 0),
  )
}

/** One entry for each active recurring schedule: its next call, soonest first; `after` as of the upcoming ones. */
export async function listRecurring(views: CallViews, account: ReadAccount, query: ComingQuery): Promise<Call[]> {
  return presentCalls(views, account, await readRecurring(views.db, valuesOf(account, query)))
}

const readRecurring = preparedStatement((db, page: PageOfComing) =>
  comingCalls(db, page).where('calls.status', '=', 'scheduled').where('calls.scheduleId', 'is not', null),
)

/** Calls that have ended, newest promise first; `before` continues after that call. */
export async function listHistory(views: CallViews, account: ReadAccount, query: HistoryQuery): Promise<Call[]> {
  const { lovedOneId, before, filter, limit } = query
  const rows = await READ_HISTORY[filter](views.db, { accountId: account.id, lovedOneId, before, limit })
  return presentCalls(views, account, rows)
}

interface PageOfHistory extends OfAccount {
  before?: Param<number> | undefined
  limit: Param<number>
}

const historyOf = (statuses: readonly CallStatus[]) =>
  preparedStatement((db, { accountId, lovedOneId, before, limit }: PageOfHistory) =>
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
  failed: historyOf(NOT_REACHED_STATUSES),
}

interface CallsAround {
  lovedOneIds: readonly number[]
  now: Date
  withinMs: number
}

/** All calls to these loved ones of an account that are promised for less than `withinMs` before or after `now`, earliest first. */
export async function listCallsAround(
  views: CallViews,
  account: ReadAccount,
  { lovedOneIds, now, withinMs }: CallsAround,
): Promise<Call[]> {
  if (lovedOneIds.length === 0) return []
  const rows = await selectCalls(views.db, account.id)
    .where('calls.lovedOneId', 'in', lovedOneIds)
    .where('calls.scheduledFor', '>', new Date(now.getTime() - withinMs))
    .where('calls.scheduledFor', '<', new Date(now.getTime() + withinMs))
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .limit(MAX_AROUND)
    .execute()
  return presentCalls(views, account, rows)
}

/** More than a dozen people have in three days under the usual limits. */
const MAX_AROUND = 1_000

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
