import { sql } from 'kysely'
import { DEPARTURE_ORDER } from '#core/calls/departure-order.ts'
import type { Db, Trx } from '#server/platform/database.ts'

/** What is needed of a due call to dial it, to book what follows it, and to write about it. */
const DUE_COLUMNS = [
  'calls.id',
  'calls.accountId',
  'calls.lovedOneId',
  'calls.scheduleId',
  'calls.callType',
  'calls.scheduledFor',
  'calls.status',
  'calls.attemptsMade',
  'calls.notYetCount',
  'calls.dialBy',
  'lovedOnes.name',
  'lovedOnes.phoneNumber',
  'lovedOnes.secondPhoneNumber',
] as const

/**
 * PostgreSQL takes SKIP LOCKED for the tables of its own clause only, and Kysely would write it after the last clause:
 * a call that is locked would be waited for, and with it every call behind it.
 */
const SKIPPING_WHAT_IS_HELD = sql`for update of calls skip locked for key share of loved_ones skip locked`

/**
 * Locks up to `limit` calls whose dial is due, in the order in which they leave: by type, and within a type every
 * account in turn, so that nobody's one call waits behind somebody's hundred. Calls that are being edited, and loved
 * ones that are being removed, are left for the next time instead of being waited for; the next in order go instead.
 */
export async function lockDueCalls(trx: Trx, now: Date, limit: number) {
  const ranked = sql<{ id: number }>`(
    select id, call_type, dial_at,
      row_number() over (partition by account_id, call_type order by dial_at, id) as turn
    from calls where dial_at <= ${now} and dial_by >= ${now}
  )`.as<'ranked'>('ranked')
  // The limit belongs to the query that locks: counted before, calls that are held would use it up.
  return trx
    .selectFrom(ranked)
    .innerJoin('calls', 'calls.id', 'ranked.id')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(DUE_COLUMNS)
    .where('calls.dialAt', '<=', now)
    .orderBy(
      sql`array_position(${sql.lit(`{${DEPARTURE_ORDER.join(',')}}`)}::text[], ranked.call_type),
        ranked.turn, ranked.dial_at, ranked.id`,
    )
    .limit(limit)
    .modifyEnd(SKIPPING_WHAT_IS_HELD)
    .execute()
}

/** Locks calls whose dial is overdue beyond its grace period: ringing now would only confuse. */
export async function lockOverdueCalls(trx: Trx, now: Date, limit: number) {
  return trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(DUE_COLUMNS)
    .where('calls.dialBy', '<', now)
    .where('calls.dialAt', '<=', now)
    .orderBy('calls.dialAt')
    .limit(limit)
    .modifyEnd(SKIPPING_WHAT_IS_HELD)
    .execute()
}

export type DueCall = Awaited<ReturnType<typeof lockDueCalls>>[number]

/** At which instants dials are due until then, soonest first; those that wait already are among them. */
export async function dialTimes(db: Db, until: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('calls')
    .select('dialAt')
    .distinct()
    .where('dialAt', '<=', until)
    .orderBy('dialAt')
    .limit(100)
    .$narrowType<{ dialAt: Date }>()
    .execute()
  return rows.map(({ dialAt }) => dialAt)
}
