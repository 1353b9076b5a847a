import { type RawBuilder, sql } from 'kysely'
import {
  costOf,
  isStoppedBySpend,
  type SpendCounts,
  type SpendKind,
  type SpendLimit,
  spendDayStart,
} from '#core/plans/spend.ts'
import type { Db } from '../database/database.ts'

/** Of a row of `number_dials`: the minutes that began after the first, as providers bill. */
export const FURTHER_MINUTES = sql<number>`ceil(greatest(number_dials.duration_seconds, 60) / 60.0) - 1`

/**
 * What calls and texts have cost since midnight in UTC, in cents, by the operator's prices: an estimate. Calls, tests among them, are
 * counted from `number_dials`, which outlives loved ones and accounts. Under the lock of `lockPermits` no dial is claimed meanwhile.
 */
export async function spentToday(db: Db, { prices }: Pick<SpendLimit, 'prices'>, now: Date): Promise<number> {
  const since = spendDayStart(now)
  const { rows } = await sql<SpendCounts>`
    select count(*) filter (where purpose in ('care', 'test', 'voice'))::int as care_call, count(*) filter (where purpose = 'alert')::int as alert_call,
      coalesce(sum(${FURTHER_MINUTES}), 0)::int as minute,
      (select coalesce(sum(segments), 0)::int from messages where channel = 'sms' and sent_at >= ${since}) + (select count(reply)::int from inbound_texts where received_at >= ${since}) as text,
      (select count(*)::int from inbound_texts where received_at >= ${since}) as inbound_text
    from number_dials where dialled_at >= ${since}`.execute(db)
  const [counts] = rows
  return counts ? costOf(prices, counts) : 0
}

/** In a query: whether somebody pays for the account now. Not for trials and ended subscriptions; everybody where nobody is charged. */
export function isPayingAccount(accountId: RawBuilder<number>, isBillingOn: boolean): RawBuilder<boolean> {
  return isBillingOn
    ? sql<boolean>`exists (select from subscriptions where subscriptions.account_id = ${accountId}
        and subscriptions.status in ('active', 'past_due'))`
    : sql<boolean>`true`
}

/** Something that costs an account money: a dial or a text. */
interface SpendItem {
  accountId: number
  kind: SpendKind
  isHelp: boolean
}

/** Splits items by whether the spend of today allows them, in order, adding each to the spend. Reads nothing without a limit. */
export async function splitBySpend<Item extends SpendItem>(
  db: Db,
  limit: SpendLimit,
  items: readonly Item[],
  now: Date,
): Promise<{ allowed: Item[]; overLimit: Item[] }> {
  if (limit.dailyCents === 0 || items.length === 0) return { allowed: [...items], overLimit: [] }
  let spent = await spentToday(db, limit, now)
  const paying = await payingAmong(
    db,
    limit,
    items.map(({ accountId }) => accountId),
  )
  const [allowed, overLimit]: [Item[], Item[]] = [[], []]
  for (const item of items) {
    const isPaying = paying.has(item.accountId)
    if (isStoppedBySpend(limit, spent, { ...item, isPaying })) overLimit.push(item)
    else {
      allowed.push(item)
      spent += limit.prices[item.kind]
    }
  }
  return { allowed, overLimit }
}

async function payingAmong(
  db: Db,
  { isBillingOn }: SpendLimit,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where id = any(${[...new Set(accountIds)]}::bigint[])
      and ${isPayingAccount(sql`accounts.id`, isBillingOn)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
