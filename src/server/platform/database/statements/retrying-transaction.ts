import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Trx } from '../database.ts'

/**
 * PostgreSQL's codes for a deadlock, a serialization failure, and a prepared statement that a migration or a pooler has
 * made useless. The last is a foreign key to a row that was deleted after it was read: the retry reads it as gone.
 */
const RETRIED_CODES = new Set(['40P01', '40001', '0A000', '26000', '42P05', '23503'])

const MAX_TRIES = 5
/** A random pause up to this: two that had a deadlock would have it again if both were retried at once. */
const LONGEST_PAUSE_MS = 50

/**
 * Runs `work` in a transaction and retries it, five tries in all, where the database rolled it back in favour of another
 * one (a deadlock, a serialization failure, a row that was removed meanwhile): a provider reports an event once, and it
 * must not be lost to that. `work` may change nothing outside its transaction. The isolation level is the default one.
 */
export async function retryingTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!RETRIED_CODES.has(codeOf(error)) || tries === MAX_TRIES) throw error
    }
    if (tries > 1) await pause(Math.random() * LONGEST_PAUSE_MS)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
