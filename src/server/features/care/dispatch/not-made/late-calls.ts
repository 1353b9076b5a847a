import { type RawBuilder, sql } from 'kysely'
import { LATE_AFTER_MS } from '#core/call-policy/late-notice.ts'
import { IS_AWAY } from '#server/features/calls/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { SKIPPING_LOCKED } from '../../attempts/due-calls.ts'

// Written as in the partial indexes calls_not_started and calls_started_late: with parameters PostgreSQL would not see
// that an index fits. A catch-up call is always late: its end is reported.
const FIRST_DIAL_OPEN = sql<boolean>`(
  calls.catch_up_for is null and calls.status in ('scheduled', 'in_progress')
  and (calls.tries_made = 0 or (calls.tries_made = 1 and calls.dial_at is null)))`
const STARTED_LATE = sql<boolean>`(
  calls.catch_up_for is null and calls.late_notified_at is null and calls.started_at - calls.scheduled_for > interval '5 minutes')`

/**
 * Calls whose first dial was due at or before that instant and has not been taken by the provider, as far as we know.
 * Those of somebody who is away are not to be placed.
 */
function notTaken(dueBy: Date): RawBuilder<boolean> {
  return sql<boolean>`(${FIRST_DIAL_OPEN} and calls.scheduled_for <= ${dueBy} and not exists (
    select from attempts where attempts.call_id = calls.id and attempts.state in ('placed', 'ended'))
    and not ${IS_AWAY})`
}

/** A call that is past its grace period is not tried any more: it is about to end, and its end is reported. */
function isStillTried(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(calls.dial_by is null or calls.dial_by >= ${now})`
}

const lateSince = (now: Date): Date => new Date(now.getTime() - LATE_AFTER_MS)

/**
 * Late calls that were not reported yet, the longest late first; those that follow the call `after`. Each half is in
 * the order of its index: PostgreSQL cannot know that hardly any call is late, and would read them all for another
 * order.
 */
export async function lateCalls(
  db: Db,
  now: Date,
  after: number | null,
  limit: number,
): Promise<{ id: number; lovedOneId: number }[]> {
  const isNext =
    after === null
      ? sql<boolean>`true`
      : sql<boolean>`(scheduled_for, id) > (select scheduled_for, id from calls where id = ${after})`
  const { rows } = await sql<{ id: number; lovedOneId: number }>`
    select id, loved_one_id from (
      (select id, loved_one_id, scheduled_for from calls
        where ${notTaken(lateSince(now))} and ${isStillTried(now)} and late_notified_at is null and cancelled_at is null
          and ${isNext}
        order by scheduled_for, id limit ${limit})
      union
      (select id, loved_one_id, scheduled_for from calls where ${STARTED_LATE} and cancelled_at is null and ${isNext}
        order by scheduled_for, id limit ${limit})
    ) as late
    order by scheduled_for, id limit ${limit}`.execute(db)
  return rows
}

/** Locks one of them; undefined when another transaction has locked it, or it is not late any more. */
export async function lockLateCall(trx: Trx, now: Date, callId: number) {
  return (
    trx
      .selectFrom('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .innerJoin('accounts', 'accounts.id', 'calls.accountId')
      .innerJoin('owners', 'owners.accountId', 'calls.accountId')
      .select([
        'calls.id',
        'calls.accountId',
        'calls.lovedOneId',
        'calls.callType',
        'calls.asksBy',
        'calls.scheduledFor',
        'calls.status',
        'calls.dialAt',
        'calls.dialBy',
        'calls.startedAt',
        'lovedOnes.name',
        'lovedOnes.timezone',
        'lovedOnes.phoneNumber as lovedOnePhone',
        'owners.timezone as holderTimezone',
      ])
      .where('calls.id', '=', callId)
      .where('calls.lateNotifiedAt', 'is', null)
      .where('calls.cancelledAt', 'is', null)
      // It ends at the next poll, and its end is reported.
      .where(
        sql<boolean>`not (calls.status = 'scheduled' and (accounts.verified_at is null or coalesce(accounts.suspended_at <= calls.scheduled_for, false)))`,
      )
      .where(sql<boolean>`((${notTaken(lateSince(now))} and ${isStillTried(now)}) or ${STARTED_LATE})`)
      .modifyEnd(SKIPPING_LOCKED)
      .executeTakeFirst()
  )
}

export type LateCall = NonNullable<Awaited<ReturnType<typeof lockLateCall>>>

/** How many due calls have not had their first dial taken by the provider, and how many of them are late. */
export async function countNotStarted(db: Db, now: Date): Promise<{ dueNotStarted: number; late: number }> {
  const { rows } = await sql<{ dueNotStarted: number; late: number }>`
    select count(*)::int as due_not_started,
      (count(*) filter (where scheduled_for <= ${lateSince(now)}))::int as late
    from calls where ${notTaken(now)}`.execute(db)
  return rows[0] ?? { dueNotStarted: 0, late: 0 }
}
