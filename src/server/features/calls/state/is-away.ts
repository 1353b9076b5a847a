import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Whether a call is skipped because its loved one is away: it was promised inside a time away, and one under way has
 * its next try inside it too. One that was promised before goes on to its end, and raises alerts like any other. Of `calls`.
 */
export const IS_AWAY: RawBuilder<boolean> = sql<boolean>`(exists (
  select from aways where aways.loved_one_id = calls.loved_one_id
    and aways.starts_at <= calls.scheduled_for
    and aways.ends_at > greatest(calls.scheduled_for, case when calls.status = 'in_progress' then calls.dial_at end)))`

/**
 * The last day of the time away that a call falls into by its promised time, `YYYY-MM-DD`; null: it rings, or rang. One that
 * another follows without a gap lasts to the end of that. Of `calls`.
 */
export const AWAY_UNTIL: RawBuilder<string | null> = sql<
  string | null
>`(case when calls.status in ('scheduled', 'away') then (
  with recursive lasting as (
    select aways.ends_at, aways.ends_on from aways where aways.loved_one_id = calls.loved_one_id
      and aways.starts_at <= calls.scheduled_for and aways.ends_at > calls.scheduled_for
    union all
    select aways.ends_at, aways.ends_on from aways join lasting
      on aways.loved_one_id = calls.loved_one_id and aways.starts_at = lasting.ends_at
  )
  select ends_on::text from lasting order by ends_at desc limit 1) end)`

/** Whether the loved one is away at that instant, in a time away that had begun at `since`. */
export async function isAwayAt(db: Db, lovedOneId: number, at: Date, since = at): Promise<boolean> {
  const away = await db
    .selectFrom('aways')
    .select('id')
    .where('lovedOneId', '=', lovedOneId)
    .where('startsAt', '<=', since)
    .where('endsAt', '>', at)
    .executeTakeFirst()
  return away !== undefined
}
