import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'

const AT_ONCE = 5_000

/** How many loved ones got another number of ours, and how many the one that they know again. */
export interface NotedNumbers {
  moved: number
  returned: number
}

/**
 * Notes for every loved one the number of ours from which they are rung. Who has none was rung from the main one; whose
 * number is ours no more gets another one, the same for the people of an account, spread evenly, and their own again
 * once it is listed. Everybody else keeps theirs. Runs when a process starts; twice is as good as once.
 */
export async function noteNumbers(db: Db, ownNumbers: OwnNumbers): Promise<NotedNumbers> {
  const [main] = ownNumbers
  const listed = sql`${ownNumbers}::text[]`
  const noted = { moved: 0, returned: 0 }
  for (;;) {
    // Of the numbers they had before the first one counts: a mistake in the list may be corrected by another mistake.
    const { rows } = await sql<{ isMoved: boolean; isReturned: boolean }>`
      with unnoted as (
        select id, rung_from, rung_from_before, account_id, (
          select min(nth)::int from unnest(rung_from_before) with ordinality as known (number, nth)
          where number = any(${listed})
        ) as known_nth
        from loved_ones where rung_from is null or rung_from <> all(${listed}) or rung_from_before && ${listed}
        order by id limit ${AT_ONCE} for update skip locked
      )
      update loved_ones set
        rung_from = case when known_nth is not null then unnoted.rung_from_before[known_nth]
          when unnoted.rung_from is null then ${main}
          else (${listed})[1 + mod(unnoted.account_id, ${ownNumbers.length}::int)] end,
        rung_from_before = case when known_nth is not null then unnoted.rung_from_before[:known_nth - 1]
          when unnoted.rung_from is null then unnoted.rung_from_before
          else unnoted.rung_from_before || unnoted.rung_from end
      from unnoted where loved_ones.id = unnoted.id
      returning known_nth is not null as is_returned, known_nth is null and unnoted.rung_from is not null as is_moved
    `.execute(db)
    noted.moved += rows.filter(({ isMoved }) => isMoved).length
    noted.returned += rows.filter(({ isReturned }) => isReturned).length
    if (rows.length < AT_ONCE) return noted
  }
}
