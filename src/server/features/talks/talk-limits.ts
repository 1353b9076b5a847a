import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Given where a model is configured. */
export interface TalkLimits {
  /** Minutes of talk with one person in a month of their calendar. */
  minutesPerMonth: number
}

interface Person {
  accountId: number
  lovedOneId: number
  /** Their own zone: the month is that of their calendar. */
  timezone: string
}

/** A talk that is under way may last so many minutes. */
const LONGEST_MINUTES = 4

/**
 * Minutes of talk since the first of the month, begun ones counted whole. Calls are kept longer than a month, so that none
 * of them is given back.
 */
export async function minutesUsed(db: Db, { accountId, lovedOneId, timezone }: Person, now: Date): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(coalesce(ceil(seconds / 60.0), ${LONGEST_MINUTES})), 0)::int as minutes
    from talks where account_id = ${accountId} and loved_one_id = ${lovedOneId} and opened_at >= ${monthBegan(now, timezone)}`.execute(
    db,
  )
  return rows[0]?.minutes ?? 0
}

function monthBegan(now: Date, timezone: string): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const first = there.toPlainDate().with({ day: 1 }).toZonedDateTime({ timeZone: timezone })
  return new Date(first.epochMilliseconds)
}

/** Whether an admin has switched talks off, for this account or for all. */
export async function areTalksBlocked(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (select from talk_switch where off_at is not null)
      or exists (select from accounts where id = ${accountId} and talks_blocked_at is not null) as is_blocked`.execute(
    db,
  )
  return rows[0]?.isBlocked ?? false
}

/** Whether the limits allow a talk with somebody now: no admin has switched them off, and minutes are left. */
export async function areTalksAllowed(
  db: Db,
  person: Person,
  { limits, now }: { limits: TalkLimits; now: Date },
): Promise<boolean> {
  if (await areTalksBlocked(db, person.accountId)) return false
  return (await minutesUsed(db, person, now)) < limits.minutesPerMonth
}
