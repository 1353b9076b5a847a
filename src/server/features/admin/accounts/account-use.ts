import { sql } from 'kysely'
import type {
  AccountSort,
  AdminAccount,
  AdminAccountsAnswer,
  AdminAccountsQuery,
} from '#contract/admin/admin-accounts.ts'
import { ACCOUNTS_PAGE } from '#contract/admin/admin-accounts.ts'
import { type SpendLimit, spendStage } from '#core/plans/spend.ts'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { FURTHER_MINUTES, isPayingAccount, spentToday } from '#server/platform/phones/spend-of-day.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import { accountsOverShare } from '../system/rate-shares.ts'

interface UseDeps {
  db: Db
  clock: Clock
  limits: Pick<Limits, 'spend'>
  callsPerSecond: number
  ownNumbers: OwnNumbers
}

const SORTED_BY: Record<AccountSort, string> = {
  callsToday: 'calls_today',
  textsToday: 'texts_today',
  spendToday: 'spend_today',
  callsMonth: 'calls_month',
  textsMonth: 'texts_month',
  spendMonth: 'spend_month',
  name: 'shown_name',
  createdAt: 'created_at',
}

/**
 * One page of the accounts with their phone use today and this month by the clocks of `zone`, and what counts against
 * the spending limit, whose day is UTC's. Accounts that are being deleted are left out. Dials that the provider did not
 * place are no use.
 */
export async function listAccounts(
  deps: UseDeps,
  query: AdminAccountsQuery,
  zone: string,
): Promise<AdminAccountsAnswer> {
  const { db, clock, limits } = deps
  const now = clock.now()
  const [{ rows, total }, over, todayCents] = await Promise.all([
    readPage(db, limits.spend, query, beginningsOf(now, zone)),
    accountsOverShare(db, deps, now),
    spentToday(db, limits.spend, now),
  ])
  const isOver = new Set(over.map(({ accountId }) => accountId))
  const spend = { todayCents, limitCents: limits.spend.dailyCents, stage: spendStage(limits.spend, todayCents) }
  return { accounts: rows.map((row) => present(row, isOver.has(row.id))), total, spend }
}

interface AccountRow
  extends Pick<AdminAccount, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'role' | 'isPaying'> {
  createdAt: Date
  suspendedByAdminAt: Date | null
  callsToday: number
  callsMonth: number
  textsToday: number
  textsMonth: number
  spendToday: number
  spendMonth: number
  total: number
}

interface Beginnings {
  day: Date
  month: Date
}

/** When today and this month began in `zone`. */
function beginningsOf(now: Date, zone: string): Beginnings {
  const { date } = toWallClock(now, zone)
  return { day: toInstant(date, '00:00', zone), month: toInstant(`${date.slice(0, 7)}-01`, '00:00', zone) }
}

async function readPage(
  db: Db,
  { prices, isBillingOn }: SpendLimit,
  { search, sort, order, page }: AdminAccountsQuery,
  { day, month }: Beginnings,
): Promise<{ rows: AccountRow[]; total: number }> {
  const like = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const matching = sql`accounts.deletion_began_at is null and (${search} = '' or lower(username) like ${like}
    or lower(email) like ${like} or lower(concat_ws(' ', first_name, last_name)) like ${like})`
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<AccountRow>`
    with dials as (
      select account_id, count(*) filter (where purpose in ('care', 'test', 'voice'))::int as care_month, count(*) filter (where purpose = 'alert')::int as alerts_month,
        count(*) filter (where purpose in ('care', 'test', 'voice') and dialled_at >= ${day})::int as care_today,
        count(*) filter (where purpose = 'alert' and dialled_at >= ${day})::int as alerts_today,
        coalesce(sum(${FURTHER_MINUTES}), 0)::int as minutes_month,
        coalesce(sum(${FURTHER_MINUTES}) filter (where dialled_at >= ${day}), 0)::int as minutes_today
      from number_dials where dialled_at >= ${month} and account_id is not null group by account_id
    ), texts as (
      select account_id, count(*)::int as month, count(*) filter (where sent_at >= ${day})::int as today,
        sum(segments)::int as parts_month, coalesce(sum(segments) filter (where sent_at >= ${day}), 0)::int as parts_today
      from messages where channel = 'sms' and sent_at >= ${month} and account_id is not null group by account_id
    ), inbound as (
      select account_id, count(*)::int as month, count(*) filter (where received_at >= ${day})::int as today,
        count(reply)::int as replies_month, count(reply) filter (where received_at >= ${day})::int as replies_today
      from inbound_texts where received_at >= ${month} and account_id is not null group by account_id
    ), used as (
      select accounts.id, username, email, first_name, last_name, role, accounts.created_at, suspended_by_admin_at,
        lower(coalesce(nullif(concat_ws(' ', first_name, last_name), ''), username)) as shown_name,
        ${isPayingAccount(sql`accounts.id`, isBillingOn)} as is_paying,
        coalesce(care_today + alerts_today, 0) as calls_today, coalesce(care_month + alerts_month, 0) as calls_month,
        coalesce(texts.today, 0) as texts_today, coalesce(texts.month, 0) as texts_month,
        coalesce(care_today, 0) * ${prices.careCall}::int + coalesce(alerts_today, 0) * ${prices.alertCall}::int
          + coalesce(minutes_today, 0) * ${prices.minute}::int + (coalesce(parts_today, 0) + coalesce(replies_today, 0)) * ${prices.text}::int
          + coalesce(inbound.today, 0) * ${prices.inboundText}::int as spend_today,
        coalesce(care_month, 0) * ${prices.careCall}::int + coalesce(alerts_month, 0) * ${prices.alertCall}::int
          + coalesce(minutes_month, 0) * ${prices.minute}::int + (coalesce(parts_month, 0) + coalesce(replies_month, 0)) * ${prices.text}::int
          + coalesce(inbound.month, 0) * ${prices.inboundText}::int as spend_month
      from accounts join owners on owners.account_id = accounts.id left join dials on dials.account_id = accounts.id left join texts on texts.account_id = accounts.id
        left join inbound on inbound.account_id = accounts.id
      where ${matching}
    )
    select *, (select count(*)::int from used) as total from used
    order by ${sql.ref(SORTED_BY[sort])} ${direction}, id ${direction}
    limit ${ACCOUNTS_PAGE} offset ${(page - 1) * ACCOUNTS_PAGE}`.execute(db)
  const [first] = rows
  if (first) return { rows, total: first.total }
  // Behind the last page no row could carry the total.
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from accounts join owners on owners.account_id = accounts.id where ${matching}`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

function present(row: AccountRow, isOverLineShare: boolean): AdminAccount {
  const { id, username, email, firstName, lastName, role, isPaying } = row
  return {
    ...{ id, username, email, firstName, lastName, role, isPaying },
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedByAdminAt?.toISOString() ?? null,
    today: { calls: row.callsToday, texts: row.textsToday, spendCents: row.spendToday },
    month: { calls: row.callsMonth, texts: row.textsMonth, spendCents: row.spendMonth },
    isOverLineShare,
  }
}
