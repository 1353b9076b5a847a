import { sql } from 'kysely'
import { tryLock } from '#server/platform/database/advisory-lock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'

const BATCH_SIZE = 10_000
/** Longer than the days that the admin sees one by one (30), by the clock of any zone. */
const KEPT_APART_DAYS = 35
const DAY_MS = 86_400_000

/**
 * Adds what triggers have noted about ended calls to the counts, so that reading a figure costs the same for a thousand and
 * for a million calls. The transaction that counts a note removes it: a crash loses no note and counts none twice. Two
 * workers never add up at once; the second one does nothing. Returns how many notes it counted.
 */
export async function foldCallCounts(db: Db, now: Date, isStopped: () => boolean = () => false): Promise<number> {
  for (let folded = 0; ; ) {
    const batch = await db.transaction().execute((trx) => foldSome(trx, now))
    folded += batch
    if (batch < BATCH_SIZE || isStopped()) return folded
  }
}

/** Old quarters are added up, too: the table stays as small as the days that are shown. */
async function foldSome(trx: Trx, now: Date): Promise<number> {
  if (!(await tryLock(trx, 'counts of calls', 'all'))) return 0
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from call_count_changes where id in (select id from call_count_changes order by id limit ${BATCH_SIZE})
      returning *
    ), counted as (
      insert into call_counts as counts (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
      select starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, sum(calls)
      from taken group by 1, 2, 3, 4, 5, 6 having sum(calls) <> 0
      on conflict (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused)
      do update set calls = counts.calls + excluded.calls
    )
    select count(*)::int as folded from taken`.execute(trx)
  await sql`
    with old as (
      delete from call_counts
      where starts_at > '-infinity' and starts_at < ${new Date(now.getTime() - KEPT_APART_DAYS * DAY_MS)}
      returning *
    )
    insert into call_counts as counts (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
    select '-infinity', status, was_dialled, was_cancelled, was_resolved, is_refused, sum(calls)
    from old group by 2, 3, 4, 5, 6
    on conflict (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused)
    do update set calls = counts.calls + excluded.calls`.execute(trx)
  return rows[0]?.folded ?? 0
}
