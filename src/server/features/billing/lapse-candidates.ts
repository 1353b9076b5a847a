import { sql } from 'kysely'
import { SUSPENSION_NOTICE_DAYS, TRIAL_NOTICE_DAYS } from '#core/plans/lapse-step.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { GRACE_DAYS, TRIAL_DAYS } from '#core/plans/standing.ts'
import { NEARLY_USED } from '#core/plans/usage.ts'
import type { Db } from '#server/platform/database.ts'

interface Page {
  now: Date
  /** Those that follow this account; null for the first ones. */
  after: number | null
  limit: number
}

const DAY_MS = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

// Instants cross into the program in whole milliseconds: a notice is about one of those.
const inMilliseconds = (column: 'trial_started_at' | 'lapse_told_at') =>
  sql`date_trunc('milliseconds', accounts.${sql.raw(column)})`
const isTold = (kind: string, about: ReturnType<typeof inMilliseconds>) => sql<boolean>`exists (
  select from plan_notices where plan_notices.account_id = accounts.id and kind = ${kind} and about = ${about})`

/**
 * Accounts with which a step of a lapse may be due, by id. What is really due is decided for each of them once its row
 * is locked; none that has nothing due is found again and again.
 */
export async function lapseCandidates(db: Db, isBillingOn: boolean, { now, after, limit }: Page): Promise<number[]> {
  const hasLapse = sql<boolean>`(lapse_told_at is not null or suspended_at is not null)`
  const isInTrial = sql<boolean>`(status is null and trial_started_at > ${daysBefore(now, TRIAL_DAYS)})`
  const isCovered = sql<boolean>`(coalesce(status = 'active', false) or ${isInTrial})`
  const isTrialEnding = sql<boolean>`(${isInTrial} and trial_started_at <= ${daysBefore(now, TRIAL_DAYS - TRIAL_NOTICE_DAYS)}
    and not ${isTold('trial_ending', inMilliseconds('trial_started_at'))})`
  const isStepOfLapse = sql<boolean>`(not ${isCovered} and (
    lapse_told_at is null
    or suspended_at is null and lapse_told_at <= ${daysBefore(now, GRACE_DAYS)}
    or suspended_at is null and lapse_told_at <= ${daysBefore(now, GRACE_DAYS - SUSPENSION_NOTICE_DAYS)}
      and not ${isTold('suspension_near', inMilliseconds('lapse_told_at'))}))`
  // Who is about to leave is told nothing further; what covers the calls lifts a suspension all the same.
  const isNews = sql<boolean>`(delete_at is null and (${isTrialEnding} or ${isStepOfLapse}))`
  const isDue = isBillingOn ? sql<boolean>`(${isCovered} and ${hasLapse} or ${isNews})` : hasLapse
  const { rows } = await sql<{ id: number }>`
    select accounts.id from accounts left join subscriptions on subscriptions.account_id = accounts.id
    where accounts.id > ${after ?? 0} and ${isDue}
    order by accounts.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many calls a schedule rings at most in so many days: the exact number depends on zones and is counted for those found. */
const RINGS_AT_MOST = sql<number>`case call_schedules.recurrence_pattern
  when 'daily' then days
  when 'weekdays' then 5 * (days / 7) + least(5, days % 7)
  when 'weekends' then 2 * (days / 7) + least(2, days % 7)
  when 'weekly' then days / 7 + 1
  when 'monthly' then 2
  when 'custom' then (days / 7 + 1) * (select count(*) from schedule_patterns where schedule_id = call_schedules.id)
  else 0 end`

/**
 * Accounts for which most of a month's calls may be booked, and that were not told of it: those with a call that waits, or that left in
 * the last day. What is really booked is counted for each of them under its lock.
 */
export async function usageCandidates(db: Db, { now, after, limit }: Page): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select months.account_id as id
    from (
      select accounts.id as account_id, date_trunc('milliseconds', case
          when status is null or status = 'ended' then trial_started_at
          when period_end <= ${now} then period_end
          else period_start end) as began,
        case when status is null or status = 'ended' then trial_started_at + ${TRIAL_DAYS} * interval '1 day'
          when period_end <= ${now} then period_end + interval '31 days'
          else period_end end as ends
      from accounts
      left join subscriptions on subscriptions.account_id = accounts.id
      where accounts.id > ${after ?? 0} and suspended_at is null and lapse_told_at is null and delete_at is null
        and (exists (select from departures where departures.account_id = accounts.id and last_left_at > ${daysBefore(now, 1)})
          or exists (select from calls where calls.account_id = accounts.id and calls.status = 'scheduled'))
    ) as months
    cross join lateral (
      select greatest(0, ceil(extract(epoch from ends - ${now}) / 86400))::int as days
    ) as remaining
    cross join lateral (
      select sum(calls) as most from (
        select count(*) as calls from calls where calls.account_id = months.account_id and started_at >= began
          and catch_up_for is null
        union all
        select count(*) from removed_calls where removed_calls.account_id = months.account_id and started_at >= began
        union all
        select sum(1 + ${RINGS_AT_MOST}) from calls left join call_schedules on call_schedules.id = calls.schedule_id
        where calls.account_id = months.account_id and calls.status in ('scheduled', 'in_progress') and started_at is null
          and catch_up_for is null and scheduled_for < ends
      ) as counted
    ) as used
    where most >= ${NEARLY_USED} and not exists (
      select from plan_notices where plan_notices.account_id = months.account_id and about = began
        and (kind = 'calls_used' or kind = 'calls_nearly_used' and most < ${BASIC_PLAN.callsPerMonth}))
    order by months.account_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
