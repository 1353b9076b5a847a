import type { AddOnId } from '#core/plans/prices.ts'
import type { Plans } from '#server/composition/app.ts'
import { planLimits } from '#server/features/billing/public.ts'
import { noCallLimits } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SubscriptionsTable } from '#server/platform/database/schema.ts'
import type { TestParts } from './build-test-app.ts'

const DAY_MS = 86_400_000

/** For operators who do not charge: no limits at all. */
export const noPlans: Plans = {
  ...noCallLimits,
  beforeAddingLovedOne: async () => {},
}

/** The parts of an app whose plans are limited as they are in production. */
export const withLimits: TestParts = (clock) => ({ plans: { ...noPlans, ...planLimits({ clock, isBillingOn: true }) } })

/** Writes down what the card provider would have said: a month that began at `from`, paid by default. */
export async function subscribe(
  db: Db,
  accountId: number,
  from: Date,
  changes: Partial<Pick<SubscriptionsTable, 'status' | 'periodEnd' | 'cancelsAt' | 'unpaidSince' | 'endedAt'>> & {
    addOns?: AddOnId[]
  } = {},
): Promise<void> {
  const columns = {
    customerId: `cus_${accountId}`,
    subscriptionId: `sub_${accountId}`,
    status: 'active' as const,
    periodStart: from,
    periodEnd: new Date(from.getTime() + 30 * DAY_MS),
    ...changes,
  }
  await db
    .insertInto('subscriptions')
    .values({ accountId, ...columns })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(columns))
    .execute()
}

/** Calls that were placed at that instant and answered. */
export async function placedCalls(
  db: Db,
  { accountId, lovedOneId, count, at }: { accountId: number; lovedOneId: number; count: number; at: Date },
): Promise<void> {
  const call = {
    accountId,
    lovedOneId,
    callType: 'daily_check_in' as const,
    status: 'completed' as const,
    startedAt: at,
    endedAt: at,
  }
  // A minute apart, as far as the promise goes: an occurrence is booked once.
  const rows = Array.from({ length: count }, (_, index) => ({
    ...call,
    scheduledFor: new Date(at.getTime() - index * 60_000),
  }))
  await db.insertInto('calls').values(rows).execute()
}
