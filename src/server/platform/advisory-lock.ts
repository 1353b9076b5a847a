import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'

/** What of a row is locked. The row itself stays free for others. */
type Lock = 'catch-up of loved one' | 'late calls of loved one'

/** Waits until nobody else holds that lock of row `id`, and holds it until the transaction ends. */
export async function waitForLock(trx: Trx, lock: Lock, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(lock, id)})`.execute(trx)
}

/** The same without waiting: false where somebody else holds it. */
export async function tryLock(trx: Trx, lock: Lock, id: number): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(lock, id)}) as is_held`.execute(trx)
  return rows[0]?.isHeld ?? false
}

const keyOf = (lock: Lock, id: number): RawBuilder<unknown> => sql`hashtextextended(${`${lock} ${id}`}, 0)`
