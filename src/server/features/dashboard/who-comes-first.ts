import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Counted no further: people with that many read the lists. */
export const MAX_ATTENTION = 100

/**
 * Who of an account needs attention now, at most one more than `MAX_ATTENTION`: people with an open incident or one that
 * ended with nobody there since yesterday, then people who were not reached today and have answered no later call;
 * newest first. It reads what is open and what was not answered, never a history.
 */
export async function whoNeedsAttention(db: Db, accountId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ lovedOneId: number }>`
    with unsettled as (
      (select loved_one_id, opened_at as at, 0 as rank from incidents
        where account_id = ${accountId} and ended_at is null order by opened_at desc limit ${MAX_ATTENTION + 1})
      union all
      select loved_one_id, opened_at, 0
        from (select * from incidents where account_id = ${accountId} order by id desc limit 200) as latest
        where status = 'unresolved' and opened_at > ${now}::timestamptz - interval '1 day'
      union all
      select missed.loved_one_id, missed.scheduled_for, 1
        from (
          select id, loved_one_id, scheduled_for, zone from calls
          where account_id = ${accountId} and status in ('missed', 'failed', 'voicemail')
            and scheduled_for > ${now}::timestamptz - interval '36 hours'
            and cancelled_at is null and refused_at is null
          order by scheduled_for desc limit 400
        ) as missed
        join loved_ones on loved_ones.id = missed.loved_one_id,
        lateral (select coalesce(missed.zone, loved_ones.timezone) as zone) as clock
        where (missed.scheduled_for at time zone clock.zone)::date = (${now}::timestamptz at time zone clock.zone)::date
          and not exists (
            select from calls as later
            where later.loved_one_id = missed.loved_one_id and later.scheduled_for > missed.scheduled_for
              and later.scheduled_for < ${now}::timestamptz + interval '1 day' and later.status = 'completed')
          and not exists (select from incidents where call_id = missed.id and status = 'resolved')
    )
    select loved_one_id from unsettled where loved_one_id is not null
    group by loved_one_id order by min(rank), max(at) desc limit ${MAX_ATTENTION + 1}`.execute(db)
  return rows.map(({ lovedOneId }) => lovedOneId)
}

/** Some others of an account: those whose calls come next, then those who were added first. */
export async function whoComesNext(db: Db, accountId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select loved_one_id as id from (
        select loved_one_id, scheduled_for from calls
        where account_id = ${accountId} and status in ('scheduled', 'in_progress')
        order by scheduled_for, id limit ${8 * limit}
      ) as next group by loved_one_id order by min(scheduled_for) limit ${limit})
    union all
    (select id from loved_ones where account_id = ${accountId} order by id limit ${limit})`.execute(db)
  return rows.map(({ id }) => id)
}
