import { sql } from 'kysely'
import { SUSPENSION_NOTICE_DAYS, TRIAL_NOTICE_DAYS } from '#core/plans/lapse-step.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { LAPSE_NOTICE_DAYS, TRIAL_DAYS } from '#core/plans/standing.ts'
import { NEARLY_USED } from '#core/plans/usage.ts'
import type { Db } from '#server/platform/database/database.ts'

interface Page {
  now: Date
  /** Accounts that follow this account; null for the first ones. */
  after: number | null
  limit: number
}

const DAY_MS = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

// Instants cross into the program in whole milliseconds: a notice is about one of those.
const inMilliseconds = (column: 'trial_started_at' | 'lapse_notified_at') =>
  sql`date_trunc('milliseconds', accounts.${sql.raw(column)})`
const isNotified = (kind: string, about: ReturnType<typeof inMilliseconds>) => sql<boolean>`exists (
  select from plan_notices where plan_notices.account_id = accounts.id and kind = ${kind} and about = ${about})`

/** Accounts with which a step of a lapse may be due, by id. What is really due is decided once the row of each is locked. */
export async function lapseCandidates(db: Db, isBillingOn: boolean, { now, after, limit }: Page): Promise<number[]> {
  const hasLapse = sql<boolean>`(lapse_notified_at is not null or suspended_at is not null)`
  const isInTrial = sql<boolean>`(status is null and trial_started_at > ${daysBefore(now, TRIAL_DAYS)})`
  const isCovered = sql<boolean>`(coalesce(status = 'active', false) or ${isInTrial})`
  const isTrialEnding = sql<boolean>`(${isInTrial} and trial_started_at <= ${daysBefore(now, TRIAL_DAYS - TRIAL_NOTICE_DAYS)}
    and not ${isNotified('trial_ending', inMilliseconds('trial_started_at'))})`
  const isStepOfLapse = sql<boolean>`(not ${isCovered} and (
    lapse_notified_at is null
    or suspended_at is null and lapse_notified_at <= ${daysBefore(now, LAPSE_NOTICE_DAYS)}
    or suspended_at is null and lapse_notified_at <= ${daysBefore(now, LAPSE_NOTICE_DAYS - SUSPENSION_NOTICE_DAYS)}
      and not ${isNotified('suspension_near', inMilliseconds('lapse_notified_at'))}))`
  // An account that is about to leave is notified of nothing further; what covers the calls still lifts a suspension.
  const isNews = sql<boolean>`(delete_at is null and (${isTrialEnding} or ${isStepOfLapse}))`
  const isDue = isBillingOn ? sql<boolean>`(${isCovered} and ${hasLapse} or ${isNews})` : hasLapse
  const { rows } = await sql<{ id: number }>`
    select accounts.id from accounts left join subscriptions on subscriptions.account_id = accounts.id
    where accounts.id > ${after ?? 0} and ${isDue}
    order by accounts.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Accounts that have used most of their month's calls with a call of the last day, and were not notified of it. */
export async function usageCandidates(db: Db, { now, after, limit }: Page): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select months.account_id as id
    from (
      select departures.account_id, date_trunc('milliseconds', case
        when status is null or status = 'ended' then trial_started_at
        when period_end <= ${now} then period_end
        else period_start end) as began
      from departures
      join accounts on accounts.id = departures.account_id
      left join subscriptions on subscriptions.account_id = accounts.id
      where last_left_at > ${daysBefore(now, 1)} and departures.account_id > ${after ?? 0}
        and suspended_at is null and lapse_notified_at is null and delete_at is null
    ) as months
    cross join lateral (
      select sum(calls) as placed from (
        select count(*) as calls from calls where calls.account_id = months.account_id and started_at >= began
          and catch_up_for is null
        union all
        select count(*) from removed_calls where removed_calls.account_id = months.account_id and started_at >= began
      ) as counted
    ) as used
    where placed >= ${NEARLY_USED} and not exists (
      select from plan_notices where plan_notices.account_id = months.account_id and about = began
        and (kind = 'calls_used' or kind = 'calls_nearly_used' and placed < ${BASIC_PLAN.callsPerMonth}))
    order by months.account_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
