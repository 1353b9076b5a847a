import { sql } from 'kysely'
import type { DashboardStats } from '#contract/dashboard.ts'
import type { Db } from '#server/platform/database.ts'

type Counts = Omit<DashboardStats, 'subscription'>

/** The numbers of an account's dashboard, in one query. */
export async function countStats(db: Db, accountId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from loved_ones where account_id = ${accountId}) as loved_ones_count,
    (select count(*) from calls where account_id = ${accountId} and status in ('scheduled', 'in_progress'))
      as scheduled_calls_count,
    (select count(*) from calls where account_id = ${accountId} and status = 'completed') as completed_calls_count
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}
