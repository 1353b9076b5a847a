import type { LapseCause } from '#core/plans/standing.ts'
import { endLapse, suspendCalls } from '#server/features/accounts/public.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Holder, lockHolder, notifyOfPlan, type PlanNoticeDeps } from './notify-of-plan.ts'

/** Suspends an account's calls and notifies its holder. The database refuses unless they were notified seven days before. The caller locks the row. */
export async function suspend(deps: PlanNoticeDeps, trx: Trx, holder: Holder, cause: LapseCause): Promise<void> {
  const now = deps.clock.now()
  await suspendCalls(trx, holder.id, { now, because: cause })
  await notifyOfPlan(deps, trx, holder, { kind: 'suspended', cause }, now)
  await recordActivity(trx, {
    accountId: holder.id,
    activityType: 'subscription_updated',
    description: 'Calls suspended',
    details: DETAILS[cause],
  })
  await announceChange(trx, holder.id, 'calls')
}

const DETAILS: Record<LapseCause, string> = {
  trial_over: 'The free trial has ended.',
  ended: 'The subscription has ended.',
  past_due: 'The payment has failed.',
}

/** Ends a lapse: lifts a suspension at once and notifies the holder; without either it does nothing. Waits for the lock of the account's row. */
export async function liftSuspension(deps: PlanNoticeDeps, trx: Trx, accountId: number): Promise<void> {
  const holder = await lockHolder(trx, accountId)
  if (!holder || (holder.lapseNotifiedAt === null && holder.suspendedAt === null)) return
  await endLapse(trx, accountId)
  if (holder.suspendedAt === null) return
  await notifyOfPlan(deps, trx, holder, { kind: 'resumed' }, holder.suspendedAt)
  await recordActivity(trx, {
    accountId,
    activityType: 'subscription_updated',
    description: 'Calls have started again',
  })
  await announceChange(trx, accountId, 'calls')
}
