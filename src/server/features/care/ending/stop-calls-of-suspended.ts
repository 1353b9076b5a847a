import { suspendUnderWay } from '#server/features/calls/public.ts'
import { cancelAtProvider } from '#server/features/dialling/public.ts'
import { stopAlertsOf } from '#server/features/incidents/public.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { whyNoPhones } from '#server/platform/phones/phone-permission.ts'
import { lockUnderWay } from '../attempts/lock-under-way.ts'
import type { StopDeps } from './end-refused-calls.ts'

/**
 * Ends what is under way for an account that an admin has suspended: queued and waiting calls are over, phones that
 * ring are stopped at the provider, alerts too, and people who talk are not cut off. Run it after the commit of the
 * suspension: a claim of the same moment either sees the suspension before it dials, or is found here. Does nothing to
 * an account that was released.
 */
export async function stopCallsOfSuspended(deps: Omit<StopDeps, 'sealing'>, accountId: number): Promise<void> {
  if ((await whyNoPhones(deps.db, accountId)) !== 'by_admin') return
  const lovedOnes = await deps.db
    .selectFrom('calls')
    .select('lovedOneId')
    .distinct()
    .where('accountId', '=', accountId)
    .where('status', '=', 'in_progress')
    .orderBy('lovedOneId')
    .execute()
  for (const { lovedOneId } of lovedOnes) await stopCallsOf(deps, accountId, lovedOneId)
  await stopAlertsOf(deps.incidents, accountId)
  await cancelAtProvider(deps.incidents)
}

function stopCallsOf({ db, clock }: Omit<StopDeps, 'sealing'>, accountId: number, lovedOneId: number): Promise<void> {
  return retryingTransaction(db, async (trx) => {
    const underWay = await lockUnderWay(trx, lovedOneId, accountId)
    if (!underWay) return
    await suspendUnderWay(trx, underWay.calls, { name: underWay.name, now: clock.now() })
  })
}
