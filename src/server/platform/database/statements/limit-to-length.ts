import { type RawBuilder, sql } from 'kysely'

/**
 * `limit n` for as many rows as `list` has. It leaves nothing out; it lets PostgreSQL plan for few rows. A plan that is
 * kept for any list knows nothing of the list's length, and without the limit it may read a whole table to join with it.
 */
export function limitToLength(list: readonly unknown[]): RawBuilder<unknown> {
  return sql`limit ${list.length}`
}
