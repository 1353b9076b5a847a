import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Whether a call falls into a time in which its loved one is away: a scheduled one by its promised time, whenever it is
 * looked at, and one under way by its next try. Of `calls`.
 */
export const IS_AWAY: RawBuilder<boolean> = sql<boolean>`(exists (
  select from aways where aways.loved_one_id = calls.loved_one_id
    and aways.starts_at <= case when calls.status = 'scheduled' then calls.scheduled_for else calls.dial_at end
    and aways.ends_at > case when calls.status = 'scheduled' then calls.scheduled_for else calls.dial_at end))`

/** Whether the loved one is away at that instant. */
export async function isAwayAt(db: Db, lovedOneId: number, at: Date): Promise<boolean> {
  const away = await db
    .selectFrom('aways')
    .select('id')
    .where('lovedOneId', '=', lovedOneId)
    .where('startsAt', '<=', at)
    .where('endsAt', '>', at)
    .executeTakeFirst()
  return away !== undefined
}
