import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * The timeline of the database, as PostgreSQL names it in its write-ahead log: eight hex digits, counted up each time a
 * standby is promoted or an archive is restored. Null on a standby, and where the database offers no functions for it.
 */
export const TIMELINE = sql<string | null>`database_timeline()`

/** Of each sequence. No worker writes as many rows to one table in the time that a standby may lag. Numbers reach to 9 · 10^15. */
const SKIPPED_NUMBERS = 1_000_000

/**
 * Moves every sequence on. Numbers that a lost primary has given out are known elsewhere: the phone provider calls back
 * about them, links lead to them. A new row must not meet them. A rollback does not undo it. Somebody else's sequence that
 * is too short for it, or not ours to move, stays as it is: nothing would be dialled until that is mended.
 */
export async function advanceSequences(trx: Trx): Promise<void> {
  await sql`
    select setval(seqrelid::regclass, nextval(seqrelid::regclass) + ${SKIPPED_NUMBERS}::int)
    from pg_sequence join pg_class on pg_class.oid = seqrelid
    where relnamespace = current_schema()::regnamespace and has_sequence_privilege(seqrelid, 'update') and seqincrement > 0
      and coalesce(pg_sequence_last_value(seqrelid), 0)::numeric + 2 * ${SKIPPED_NUMBERS}::int < seqmax`.execute(trx)
}
