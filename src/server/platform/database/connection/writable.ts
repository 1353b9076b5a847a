import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** A database that took a write lately takes the next one as well. */
const HOLDS_MS = 5_000

/**
 * Asks whether the database stores what it is given, by a commit that touches no table: a commit that waits for a synchronous standby
 * which is gone waits for ever, while every read is answered. One is under way at a time, so that those that wait use up no
 * connections; for five seconds after one succeeded the database is only read. Throws, or never resolves, where it does not answer.
 */
export function writableCheck(db: Db, nowMs: () => number = () => performance.now()): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | null = null
  const write = async () => {
    try {
      await sql`select pg_logical_emit_message(true, 'cooee', 'writable')`.execute(db)
      await refuseReadOnly(db)
      writtenAt = nowMs()
    } finally {
      pending = null
    }
  }
  return async () => {
    if (nowMs() - writtenAt < HOLDS_MS) {
      await refuseReadOnly(db)
      return
    }
    pending ??= write()
    await pending
  }
}

/** A database whose disk is nearly full, or that was demoted, takes statements and stores nothing. */
async function refuseReadOnly(db: Db): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db)
  if (rows[0]?.isReadOnly !== false) throw new Error('The database is read-only')
}
