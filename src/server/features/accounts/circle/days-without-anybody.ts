import { sql } from 'kysely'
import { mailboxOfMember } from '#server/features/notifications/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whole days as dates, the last one included. */
export interface Days {
  from: string
  until: string
}

/**
 * Which of these days find no member of a circle there whom a missed call reaches: at a confirmed address, and by a
 * channel that they have chosen. Some mail always goes to the owner.
 */
export async function daysWithoutAnybody(db: Db, accountId: number, { from, until }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day
    from generate_series(${from}::date, ${until}::date, interval '1 day') as day
    where not exists (
      select from members
      join people on people.id = members.person_id
      left join notification_settings as settings
        on settings.account_id = members.account_id and settings.person_id = members.person_id
      where members.account_id = ${accountId} and not coalesce(day::date between away_from and away_until, false)
        and ${mailboxOfMember} is not null
        and (members.role = 'owner' or coalesce(settings.missed_calls_email or settings.missed_calls_sms, true))
    )
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}
