import { type RawBuilder, sql } from 'kysely'

/**
 * Part of a statement: every call that has ended, kept or deleted, in rows of `(starts_at, status, was_dialled,
 * was_cancelled, was_resolved, is_refused, calls)` to be summed up. It includes what has not been added up yet, also as a
 * negative count where an end was corrected: only sums say anything. `starts_at` is the quarter of an hour for which the
 * calls were promised, and `-infinity` for those of more than 35 days ago.
 */
export const ENDED_CALLS: RawBuilder<unknown> = sql`(
  select starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls from call_counts
  union all
  select starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls from call_count_changes)`
