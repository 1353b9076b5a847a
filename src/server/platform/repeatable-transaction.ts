import type { Db, Trx } from './database.ts'
import { sideBySide } from './side-by-side.ts'

/**
 * What PostgreSQL says to one of two that wait for each other, or that cannot both be right, and of a prepared statement
 * that a migration or a pooler in between has made useless: do it again.
 */
const DO_IT_AGAIN = new Set(['40P01', '40001', '0A000', '26000', '42P05'])

/**
 * Runs `work` in a transaction, and once more if the database has ended it in favour of another one (a deadlock, a
 * serialization failure): what a provider tells is told once, and must not be lost to a coincidence. `work` may change
 * nothing outside its transaction. Its statements may be under way side by side.
 */
export async function repeatableTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const once = () => db.transaction().execute(async (trx) => work(await sideBySide(trx)))
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && DO_IT_AGAIN.has(String(error.code)))) throw error
    return once()
  }
}
