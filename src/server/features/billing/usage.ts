import { sql } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * How many calls of an account were placed since then: no attempts, retries, alerts, test calls or catch-up calls. Those
 * to a loved one who was removed since are among them.
 */
export async function countPlaced(db: Db, accountId: number, since: Date): Promise<number> {
  const countIn = (table: 'calls' | 'removedCalls') =>
    db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('placed'))
      .where('accountId', '=', accountId)
      .where('startedAt', '>=', since)
  const calls = countIn('calls').where(sql<boolean>`catch_up_for is null`)
  const counts = await calls.unionAll(countIn('removedCalls')).execute()
  return counts.reduce((sum, { placed }) => sum + placed, 0)
}

const KEPT_DAYS = 62

/** Forgets removed calls that no billing month counts any more. Run it once in a while. */
export async function forgetRemovedCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('removedCalls').where('startedAt', '<', before).execute()
}

/** What is due so soon is on its way: it cannot be told apart from a call that is started now. */
const ON_ITS_WAY_MS = 60_000

/**
 * How many calls are on their way without having been placed: due within a minute, or waiting for the provider to take
 * them. Leaves out the call `exceptId`.
 */
export async function countOnTheirWay(db: Db, accountId: number, now: Date, exceptId = 0): Promise<number> {
  const { onTheirWay } = await db
    .selectFrom('calls')
    .select((select) => select.fn.countAll<number>().as('onTheirWay'))
    .where('accountId', '=', accountId)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .where('startedAt', 'is', null)
    .where('catchUpFor', 'is', null)
    .where('id', '<>', exceptId)
    .where((where) =>
      where.or([where('status', '=', 'in_progress'), where('dialAt', '<=', new Date(now.getTime() + ON_ITS_WAY_MS))]),
    )
    .executeTakeFirstOrThrow()
  return onTheirWay
}

/** How many loved ones an account has. */
export async function countLovedOnes(db: Db, accountId: number): Promise<number> {
  const { lovedOnes } = await db
    .selectFrom('lovedOnes')
    .select((select) => select.fn.countAll<number>().as('lovedOnes'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return lovedOnes
}

/** How many calls of each type an account has scheduled; a recurring schedule has one at a time. */
export async function countScheduledByType(db: Db, accountId: number): Promise<Map<CallType, number>> {
  const rows = await db
    .selectFrom('calls')
    .select(['callType', (select) => select.fn.countAll<number>().as('scheduled')])
    .where('accountId', '=', accountId)
    .where('status', '=', 'scheduled')
    .where('catchUpFor', 'is', null)
    .groupBy('callType')
    .execute()
  return new Map(rows.map(({ callType, scheduled }) => [callType, scheduled]))
}
