import { sql } from 'kysely'
import { COUNTING_NOT_PLACED } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/** How many dials that the provider did not take are kept for each call, the last ones. */
const KEPT = 3
const BATCH_SIZE = 1_000

/** Of ended calls, counts the dials that the provider did not take and removes all but the last few. Returns how many it removed. */
export async function foldNotPlaced(db: Db): Promise<number> {
  for (let folded = 0; ; ) {
    const removed = await foldSome(db)
    folded += removed
    if (removed < BATCH_SIZE) return folded
  }
}

/**
 * The calls are locked before their dials, as for every fact about them, and calls that are locked are skipped: this
 * waits for no lock. The first condition is that of the index dials_in_trouble.
 */
async function foldSome(db: Db): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with numbered as (
      select attempts.id, attempts.call_id,
        row_number() over (partition by attempts.call_id order by attempts.id desc) as place
      from attempts join calls on calls.id = attempts.call_id
      where (attempts.state in ('not_placed', 'unknown') or attempts.outcome in ('rejected', 'failed'))
        and attempts.state = 'not_placed' and calls.ended_at is not null
    ), held as (
      select id from calls where id in (select call_id from numbered where place > ${KEPT})
      order by id limit ${BATCH_SIZE} for update skip locked
    ), removed as (
      delete from attempts where id in (
        select id from attempts
        where id in (select numbered.id from numbered join held on held.id = numbered.call_id where place > ${KEPT} limit ${BATCH_SIZE})
        for update skip locked)
      returning call_id
    ), counted as (
      select call_id, count(*)::int as tries from removed group by call_id
    ), noted as (
      ${COUNTING_NOT_PLACED}
    )
    select coalesce(sum(tries), 0)::int as removed from counted`.execute(db)
  return rows[0]?.removed ?? 0
}
