import type { Db, Trx } from './database.ts'
import { sideBySide } from './side-by-side.ts'

/**
 * What PostgreSQL says to one of two that wait for each other, or that cannot both be right, and of a prepared statement
 * that a migration or a pooler in between has made useless: do it again. The same where a row that was read is gone when
 * another one is to point to it: somebody was removed at that moment, and the second time is read as gone.
 */
const DO_IT_AGAIN = new Set(['40P01', '40001', '0A000', '26000', '42P05', '23503'])

/**
 * Runs `work` in a transaction, and once more if the database has ended it in favour of another one (a deadlock, a
 * serialization failure, a row that was removed meanwhile): what a provider tells is told once, and must not be lost to a coincidence. `work` may change
 * nothing outside its transaction. Its statements may be under way side by side.
 */
export async function repeatableTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  try {
    return await once(db, work)
  } catch (error) {
    if (!DO_IT_AGAIN.has(codeOf(error))) throw error
    return once(db, work)
  }
}

/** Said of everything behind the statement that has failed. */
const BEHIND_A_FAILURE = '25P02'

async function once<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const failures: unknown[] = []
  try {
    return await db.transaction().execute(async (trx) => work(await sideBySide(trx, (error) => failures.push(error))))
  } catch (error) {
    // Of several under way the one behind may be heard of first. After the rollback all have been heard of.
    if (codeOf(error) !== BEHIND_A_FAILURE) throw error
    throw failures.find((each) => codeOf(each) !== BEHIND_A_FAILURE) ?? error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
