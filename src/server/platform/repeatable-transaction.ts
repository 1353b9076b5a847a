import type { Db, Trx } from './database.ts'

/** What PostgreSQL says to one of two that wait for each other, or that cannot both be right: do it again. */
const DO_IT_AGAIN = new Set(['40P01', '40001'])

/**
 * Runs `work` in a transaction, and once more if the database has ended it in favour of another one (a deadlock, a
 * serialization failure): what a provider tells is told once, and must not be lost to a coincidence. `work` may change
 * nothing outside its transaction.
 */
export async function repeatableTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const transaction = db.transaction()
  try {
    return await transaction.execute(work)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && DO_IT_AGAIN.has(String(error.code)))) throw error
    return transaction.execute(work)
  }
}
