import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { BillingDeps } from '../deps.ts'
import { syncSubscription } from './sync/sync-subscription.ts'

const BATCH_SIZE = 50

/** A subscription that should end with its paid month, or continue after all. */
interface ToChange {
  accountId: number
  subscriptionId: string
  status: 'active' | 'past_due'
  stops: boolean
  /** Since when this holds; part of the idempotency key of the request to the provider. */
  since: Date
}

/**
 * Stops charging an account that an admin has suspended: its subscription ends with the month that is paid, and at once
 * if a payment is open, which would be collected otherwise. After a release it continues, unless it has ended or its
 * owner has decided since; a subscription that its owner had cancelled stays cancelled. A request that the provider
 * does not answer is retried in the next round. Any number of workers may run it.
 */
export async function stopCharging(deps: BillingDeps, isStopped = () => false): Promise<void> {
  const { payments } = deps
  if (!payments) return
  const failures = collectFailures(deps.log)
  for (const change of [...(await toStop(deps)), ...(await toGoOn(deps))]) {
    if (isStopped()) break
    const outcome = await failures.attempt(
      () => changeCharging(deps, payments, change),
      'Whether an account is charged could not be changed',
      { accountId: change.accountId },
    )
    if (outcome === 'unavailable') break
  }
  failures.throwIfAny()
}

async function changeCharging(
  deps: BillingDeps,
  payments: NonNullable<BillingDeps['payments']>,
  { accountId, subscriptionId, status, stops, since }: ToChange,
): Promise<'changed' | 'unavailable'> {
  // Written down before the request: the answer may be lost, and after a release the request is taken back.
  if (stops) await noteStopped(deps, accountId, deps.clock.now())
  const key = `${stops ? 'suspended' : 'released'}:${subscriptionId}:${since.getTime()}`
  const outcome =
    stops && status === 'past_due'
      ? await payments.endNow({ subscriptionId, key })
      : await payments.setCancelAtPeriodEnd({ subscriptionId, cancels: stops, key })
  if (outcome.kind === 'unavailable') {
    deps.log.warn('Card provider did not answer about a suspended or released account; retrying')
    return 'unavailable'
  }
  if (!stops) await noteStopped(deps, accountId, null)
  // If the subscription has ended meanwhile, this read finds it.
  await syncSubscription(deps, accountId)
  deps.log.info(
    { accountId, subscriptionId, stops },
    'Subscription changed after its account was suspended or released',
  )
  return 'changed'
}

async function noteStopped({ db }: BillingDeps, accountId: number, at: Date | null): Promise<void> {
  await db.updateTable('subscriptions').set({ chargingStoppedAt: at }).where('accountId', '=', accountId).execute()
}

function subscriptionsOf({ db }: BillingDeps) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.accountId')
    .where('subscriptions.subscriptionId', 'is not', null)
    .where('subscriptions.status', 'in', ['active', 'past_due'])
    .orderBy('accounts.id')
    .limit(BATCH_SIZE)
}

async function toStop(deps: BillingDeps): Promise<ToChange[]> {
  const rows = await subscriptionsOf(deps)
    .select(['accounts.id as accountId', 'subscriptionId', 'status', 'suspendedByAdminAt as since'])
    .where('suspendedByAdminAt', 'is not', null)
    .where((eb) => eb.or([eb('cancelsAt', 'is', null), eb('status', '=', 'past_due')]))
    .execute()
  return rows.flatMap((row) => asChange(row, true))
}

async function toGoOn(deps: BillingDeps): Promise<ToChange[]> {
  const rows = await subscriptionsOf(deps)
    .select(['accounts.id as accountId', 'subscriptionId', 'status', 'chargingStoppedAt as since'])
    .where('suspendedByAdminAt', 'is', null)
    .where('chargingStoppedAt', 'is not', null)
    .execute()
  return rows.flatMap((row) => asChange(row, false))
}

function asChange(
  row: { accountId: number; subscriptionId: string | null; status: string | null; since: Date | null },
  stops: boolean,
): ToChange[] {
  const { accountId, subscriptionId, status, since } = row
  if (subscriptionId === null || since === null || (status !== 'active' && status !== 'past_due')) return []
  return [{ accountId, subscriptionId, status, stops, since }]
}
