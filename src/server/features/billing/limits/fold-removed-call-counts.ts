import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

const BATCH_SIZE = 1_000

/**
 * Adds up what an account's deleted calls have left behind, one row for each time, so that each account has one row. An
 * account that somebody has locked, to delete it for instance, is left for the next time. Returns how many it folded.
 */
export async function foldRemovedCallCounts(db: Db): Promise<number> {
  for (let folded = 0; ; ) {
    const batch = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        select id from accounts
        where id in (select account_id from removed_call_counts group by account_id having count(*) > 1)
        order by id limit ${BATCH_SIZE} for no key update skip locked`.execute(trx)
      const ids = rows.map(({ id }) => id)
      await sql`
        with several as (delete from removed_call_counts where account_id = any(${ids}::bigint[]) returning *)
        insert into removed_call_counts (account_id, completed, removed_at)
        select account_id, sum(completed), max(removed_at) from several group by account_id`.execute(trx)
      return ids.length
    })
    folded += batch
    if (batch < BATCH_SIZE) return folded
  }
}
