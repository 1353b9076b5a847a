import { sql } from 'kysely'
import type { AdminStats } from '#contract/admin/admin.ts'
import { ENDED_CALLS } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * The four cards of the admin panel. Completed calls are all that there ever were, also of accounts and loved ones who
 * are gone and of calls that are not kept any more. The revenue is what active subscriptions are charged for a month, in US dollars, without
 * unpaid ones.
 */
export async function countStats(db: Db): Promise<AdminStats> {
  const { rows } = await sql<Omit<AdminStats, 'monthlyRevenue'> & { monthlyCents: number }>`select
    (select count(*)::int from accounts) as users_count,
    (select count(*)::int from loved_ones) as loved_ones_count,
    (select coalesce(sum(calls), 0)::int from ${ENDED_CALLS} as ended where status = 'completed') as completed_calls_count,
    (select coalesce(sum(monthly_cents), 0)::int from subscriptions where status = 'active') as monthly_cents
  `.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting gave no row')
  const { monthlyCents, ...counts } = counted
  return { ...counts, monthlyRevenue: monthlyCents / 100 }
}
