import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Whole days as dates, the last one included. */
export interface Days {
  from: string
  until: string
}

/** Which of these days find no member of a circle there. */
export async function daysWithoutAnybody(db: Db, accountId: number, { from, until }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day
    from generate_series(${from}::date, ${until}::date, interval '1 day') as day
    where not exists (
      select from members where account_id = ${accountId} and not coalesce(day::date between away_from and away_until, false)
    )
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}
