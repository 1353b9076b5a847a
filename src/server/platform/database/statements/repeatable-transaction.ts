import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Trx } from '../database.ts'

/**
 * What PostgreSQL says to one of two that wait for each other, or that cannot both be right, and of a prepared statement
 * that a migration or a pooler in between has made useless: do it again. The same where a row that was read is gone when
 * another one is to point to it: somebody was removed at that moment, and the second time is read as gone.
 */
const DO_IT_AGAIN = new Set(['40P01', '40001', '0A000', '26000', '42P05', '23503'])

const MAX_TRIES = 5
/** Those that met once would meet again if each began again at once. */
const LONGEST_PAUSE_MS = 50

/**
 * Runs `work` in a transaction, and again if the database has ended it in favour of another one (a deadlock, a
 * serialization failure, a row that was removed meanwhile): a provider reports once, and its event must not be lost to a coincidence. `work` may change
 * nothing outside its transaction.
 */
export async function repeatableTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!DO_IT_AGAIN.has(codeOf(error)) || tries === MAX_TRIES) throw error
    }
    if (tries > 1) await pause(Math.random() * LONGEST_PAUSE_MS)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
