import type { PlanFacts } from '#core/plans/standing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

/** What the rules of the plan need to know about an account. Inside a transaction it reads what that has written. */
export async function planFactsOf(db: Db, accountId: number, { isBillingOn }: { isBillingOn: boolean }) {
  const [row] = await readPlan(db, { accountId })
  if (!row) throw new Error('There is no such account')
  const { trialStartedAt, lapseNotifiedAt, suspendedAt, status, periodStart, periodEnd } = row
  const subscription =
    status && periodStart && periodEnd ? { ...row, status, periodStart, periodEnd, addOns: row.addOns ?? [] } : null
  const facts: PlanFacts = { isBillingOn, trialStartedAt, lapseNotifiedAt, suspendedAt, subscription }
  return facts
}

const readPlan = preparedStatement((db, { accountId }: { accountId: Param<number> }) =>
  db
    .selectFrom('accounts')
    .leftJoin('subscriptions', 'subscriptions.accountId', 'accounts.id')
    .select([
      'accounts.trialStartedAt',
      'accounts.lapseNotifiedAt',
      'accounts.suspendedAt',
      'subscriptions.status',
      'subscriptions.addOns',
      'subscriptions.periodStart',
      'subscriptions.periodEnd',
      'subscriptions.cancelsAt',
      'subscriptions.unpaidSince',
      'subscriptions.endedAt',
    ])
    .where('accounts.id', '=', accountId),
)
