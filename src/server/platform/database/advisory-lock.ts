import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'

/** What of a loved one, or of a phone, is locked. Their rows stay free for others. */
type Lock =
  | 'catch-up of loved one'
  | 'late calls of loved one'
  | 'incidents of'
  | 'alert to'
  | 'refusal of'
  | 'admins'
  | 'counts of calls'

/** Waits until nobody else holds that lock of `whose` (an id, or a number in E.164), and holds it until the transaction ends. */
export async function waitForLock(trx: Trx, lock: Lock, whose: number | string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(lock, whose)})`.execute(trx)
}

/** As `waitForLock`, without waiting: false where somebody else holds it. */
export async function tryLock(trx: Trx, lock: Lock, whose: number | string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(lock, whose)}) as is_held`.execute(trx)
  return rows[0]?.isHeld ?? false
}

const keyOf = (lock: Lock, whose: number | string): RawBuilder<unknown> =>
  sql`hashtextextended(${`${lock} ${whose}`}, 0)`
