import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'

const AT_ONCE = 5_000

/**
 * Notes for every loved one the number of ours from which they are rung. Who has none was rung from the main one; whose
 * number is ours no more gets another one, the same for the people of an account, spread evenly. Everybody else keeps
 * theirs. Runs when a process starts; twice is as good as once. Returns how many were moved to another number.
 */
export async function noteNumbers(db: Db, ownNumbers: OwnNumbers): Promise<number> {
  const [main] = ownNumbers
  let moved = 0
  for (;;) {
    const { rows } = await sql<{ isMoved: boolean }>`
      with unnoted as (
        select id, rung_from, account_id from loved_ones
        where rung_from is null or rung_from <> all(${ownNumbers}::text[]) order by id limit ${AT_ONCE}
        for update skip locked
      )
      update loved_ones set rung_from = case when unnoted.rung_from is null then ${main}
        else (${ownNumbers}::text[])[1 + mod(unnoted.account_id, ${ownNumbers.length}::int)] end
      from unnoted where loved_ones.id = unnoted.id
      returning unnoted.rung_from is not null as is_moved`.execute(db)
    moved += rows.filter(({ isMoved }) => isMoved).length
    if (rows.length < AT_ONCE) return moved
  }
}
