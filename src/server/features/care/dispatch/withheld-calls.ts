import { sql } from 'kysely'
import type { LapseCause } from '#core/plans/standing.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { hasNoPhones, type NoPhonesCause } from '#server/platform/phones/phone-permission.ts'
import { DUE_COLUMNS, SKIPPING_WHAT_IS_HELD } from './due-calls.ts'

const IS_SUSPENDED = sql<boolean>`(accounts.suspended_at is not null and accounts.suspended_at <= calls.scheduled_for)`

/**
 * Calls that have come due and may not leave, the first due first: their account's calls were suspended, or the account
 * may use no phones. Two halves: each reads its few accounts by their index.
 */
export async function withheldCalls(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select calls.id, calls.dial_at from calls join accounts on accounts.id = calls.account_id
        where ${IS_SUSPENDED} and calls.status = 'scheduled' and calls.dial_at <= ${now}
        order by calls.dial_at limit ${limit})
      union
      (select calls.id, calls.dial_at from calls
        where ${hasNoPhones(sql`calls.account_id`)} and calls.status = 'scheduled' and calls.dial_at <= ${now}
        order by calls.dial_at limit ${limit})
    ) as withheld
    order by dial_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks one of them, with what is needed to tell of it; undefined when somebody else is at it, or it may leave by now. */
export async function lockWithheldCall(trx: Trx, now: Date, callId: number) {
  return trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'calls.accountId')
    .select([...DUE_COLUMNS, 'accounts.timezone as holderTimezone'])
    .select(
      sql<LapseCause | NoPhonesCause>`case when accounts.suspended_by_admin_at is not null then 'by_admin'
        when accounts.verified_email is null then 'unverified'
        else accounts.suspended_because end`.as('cause'),
    )
    .where('calls.id', '=', callId)
    .where('calls.status', '=', 'scheduled')
    .where('calls.dialAt', '<=', now)
    .where(
      sql<boolean>`(accounts.verified_email is null or accounts.suspended_by_admin_at is not null or ${IS_SUSPENDED})`,
    )
    .modifyEnd(SKIPPING_WHAT_IS_HELD)
    .executeTakeFirst()
}

export type WithheldCall = NonNullable<Awaited<ReturnType<typeof lockWithheldCall>>>
