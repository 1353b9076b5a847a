import { sql } from 'kysely'
import type { DashboardStats } from '#contract/calls/dashboard.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

type Counts = Omit<DashboardStats, 'subscription'>

/** The numbers of an account's dashboard, in one query. */
export async function countStats(db: Db, accountId: number): Promise<Counts> {
  const [counts] = await readCounts(db, { accountId })
  if (!counts) throw new Error('Counting the dashboard gave no row')
  return counts
}

const readCounts = preparedStatement((db, { accountId }: { accountId: Param<number> }) =>
  db.selectNoFrom([
    sql<number>`(select count(*) from loved_ones where account_id = ${accountId})`.as('lovedOnesCount'),
    sql<number>`(select count(*) from calls
      where account_id = ${accountId} and status in ('scheduled', 'in_progress'))`.as('scheduledCallsCount'),
    // Including those of loved ones who were removed since.
    sql<number>`(select count(*) from calls where account_id = ${accountId} and status = 'completed')
      + (select coalesce(sum(completed), 0) from removed_call_counts where account_id = ${accountId})`.as(
      'completedCallsCount',
    ),
  ]),
)
