import { uncoveredTypes } from '#core/plans/limits/uncovered-types.ts'
import { endSchedules, scheduledTypes } from '#server/features/calls/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { CollectedFailures } from '#server/platform/work/collect-failures.ts'
import type { BillingDeps } from '../deps.ts'
import { lockHolder, notifyOfPlan, type PlanNoticeDeps } from './notify-of-plan.ts'

const BATCH_SIZE = 100

/** In the transaction of a new subscription: what the trial scheduled without its add-on ends with the first month; the account holder is notified. */
export async function announceUncovered(
  deps: BillingDeps,
  trx: Trx,
  accountId: number,
  { addOns, periodEnd }: { addOns: Parameters<typeof uncoveredTypes>[0]; periodEnd: Date },
): Promise<void> {
  await trx.updateTable('subscriptions').set({ uncoveredUntil: periodEnd }).where('accountId', '=', accountId).execute()
  const callTypes = await scheduledTypes(trx, accountId, uncoveredTypes(addOns))
  const holder = await lockHolder(trx, accountId)
  if (!holder || callTypes.length === 0) return
  await notifyOfPlan(deps, trx, holder, { kind: 'types_ending', callTypes, endsAt: periodEnd }, periodEnd)
}

/** Ends recurring schedules whose first paid month is over without their add-on. The account holder is notified first, once. Returns how many accounts. */
export async function endUncovered(
  deps: PlanNoticeDeps & { db: Db },
  failures: CollectedFailures,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock } = deps
  const due = await db
    .selectFrom('subscriptions')
    .select(['accountId', 'addOns', 'uncoveredUntil'])
    .where('uncoveredUntil', '<=', clock.now())
    .where('status', 'in', ['active', 'past_due'])
    .orderBy('uncoveredUntil')
    .limit(BATCH_SIZE)
    .execute()
  for (const { accountId, addOns, uncoveredUntil } of due) {
    if (isStopped() || uncoveredUntil === null) break
    await failures.attempt(
      () => endOf(accountId, addOns, uncoveredUntil),
      'Schedules that a plan does not include not ended; retrying',
      { accountId },
    )
  }
  return due.length

  async function endOf(accountId: number, addOns: Parameters<typeof uncoveredTypes>[0], about: Date): Promise<void> {
    const callTypes = uncoveredTypes(addOns)
    await db.transaction().execute(async (trx) => {
      const holder = await lockHolder(trx, accountId)
      const ending = await scheduledTypes(trx, accountId, callTypes)
      if (!holder || ending.length === 0) return
      await notifyOfPlan(deps, trx, holder, { kind: 'types_ended', callTypes: ending }, about)
    })
    await endSchedules({ db, jobs: deps.jobs, clock }, { id: accountId }, callTypes)
    await db
      .updateTable('subscriptions')
      .set({ uncoveredUntil: null })
      .where('accountId', '=', accountId)
      .where('uncoveredUntil', '=', about)
      .execute()
  }
}
