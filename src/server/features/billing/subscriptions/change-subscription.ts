import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { mayChangeAddOns } from '#core/plans/add-ons-in-use.ts'
import { ADD_ONS, type AddOnId } from '#core/plans/prices.ts'
import type { Declined, NotSetUp, Payments, Unavailable } from '#server/adapters/payments/payments.ts'
import { cancelAllCalls } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { SubscriptionsTable } from '#server/platform/database/schema.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { BillingDeps } from '../deps.ts'
import { paymentsOf, providerDown, refusalOf } from '../limits/refusals.ts'
import { countScheduledByType } from '../limits/usage.ts'
import { askedOnce } from './asked-once.ts'
import { syncSubscriptionJob } from './sync/jobs.ts'
import { type SubscriptionSync, syncSubscription } from './sync/sync-subscription.ts'

/** The user who presses, and the client's own Idempotency-Key if it sent one. */
interface Change {
  accountId: number
  clientKey: string | undefined
}

interface Living extends Selectable<SubscriptionsTable> {
  customerId: string
  subscriptionId: string
}

/**
 * Sets the add-ons of a paid subscription. An add-on that calls are scheduled with stays, unless `endCalls` cancels
 * them first.
 */
export async function setAddOns(
  deps: BillingDeps,
  change: Change,
  { addOns, endCalls = false }: { addOns: readonly AddOnId[]; endCalls?: boolean },
): Promise<void> {
  const payments = paymentsOf(deps)
  if (endCalls) await endCallsOfRemoved(deps, change.accountId, addOns)
  const living = await deps.db.transaction().execute(async (trx) => {
    const found = await livingOf(trx, change.accountId)
    if (!found) {
      throw new AppError(
        'plan_limit_reached',
        "You don't have a subscription yet. Subscribe to the Basic Plan on the Subscription page to add this.",
      )
    }
    if (found.status === 'past_due') {
      throw new AppError(
        'plan_limit_reached',
        'Your last payment failed. Change your card, then press Pay now on the Subscription page. Then you can change your plan.',
      )
    }
    // A call scheduled while the provider carries a removal out is still placed.
    const scheduled = await countScheduledByType(trx, change.accountId)
    const permission = mayChangeAddOns(found.addOns, addOns, scheduled)
    if (!permission.allowed) throw new AppError('conflict', permission.why)
    return found
  })
  // One key for whatever is asked of this state: two lists at once, each set beside the other, would be neither. The whole
  // list is sent, so a repeated request needs no key of its own.
  const key = askedOnce('add-ons', {
    accountId: change.accountId,
    clientKey: undefined,
    state: living.writtenSyncNumber,
  })
  await andSyncAgain(deps, living, payments.setAddOns({ subscriptionId: living.subscriptionId, addOns, key }))
}

/** Of a subscription that can be changed: a refusal leaves the calls as they are. In a transaction of its own, since calls are locked before accounts. */
async function endCallsOfRemoved(deps: BillingDeps, accountId: number, addOns: readonly AddOnId[]): Promise<void> {
  const row = await deps.db
    .selectFrom('subscriptions')
    .select(['addOns', 'status'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (row?.status !== 'active') return
  const callTypes = row.addOns.filter((id) => !addOns.includes(id)).map((id) => ADD_ONS[id].callType)
  if (callTypes.length > 0) await cancelAllCalls(deps, { id: accountId }, { callTypes })
}

/** Lets a subscription end with the month that is paid, or continue after all. */
export async function setCancelled(deps: BillingDeps, change: Change, cancels: boolean): Promise<void> {
  const payments = paymentsOf(deps)
  const living = await deps.db.transaction().execute((trx) => livingOf(trx, change.accountId))
  if (!living) throw new AppError('conflict', "There's no subscription to change.")
  if (cancels && living.cancelsAt) throw new AppError('conflict', "You've already cancelled your subscription.")
  if (!cancels && !living.cancelsAt) throw new AppError('conflict', 'Your subscription is already active.')
  const key = askedOnce(cancels ? 'cancel' : 'resume', { ...change, state: living.writtenSyncNumber })
  const { subscriptionId } = living
  // From now on the owner's decision counts, not that of an earlier suspension (`stop-charging.ts`).
  await deps.db
    .updateTable('subscriptions')
    .set({ chargingStoppedAt: null })
    .where('accountId', '=', living.accountId)
    .execute()
  await andSyncAgain(deps, living, payments.setCancelAtPeriodEnd({ subscriptionId, cancels, key }))
}

/** Pays the open invoice of a subscription whose renewal failed, with the present card. */
export async function payNow(deps: BillingDeps, { accountId, clientKey }: Change): Promise<void> {
  const payments = paymentsOf(deps)
  const living = await deps.db.transaction().execute((trx) => livingOf(trx, accountId))
  if (living?.status !== 'past_due') throw new AppError('conflict', 'There is nothing to pay.')
  const { customerId, subscriptionId } = living
  // An invoice is paid once by its nature. A card that was declined may pay a minute later: each press asks again.
  const key = `pay:${accountId}:${clientKey ?? randomUUID()}`
  await andSyncAgain(deps, living, payments.payOpenInvoices({ customerId, subscriptionId, key }))
}

/** The account's row is locked: what the answer depends on does not change meanwhile. */
async function livingOf(trx: Trx, accountId: number): Promise<Living | null> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const row = await trx.selectFrom('subscriptions').selectAll().where('accountId', '=', accountId).executeTakeFirst()
  const { customerId = null, subscriptionId = null } = row ?? {}
  if (!row || !customerId || !subscriptionId || row.status === 'ended') return null
  return { ...row, customerId, subscriptionId }
}

/** Waits for a change at the provider and makes ours the same, whatever came of it: its answer may have been lost. Throws for the screen. */
async function andSyncAgain(
  deps: BillingDeps,
  { accountId, customerId }: Living,
  asked: ReturnType<Payments['setAddOns']>,
): Promise<void> {
  const outcome: { kind: 'done' } | NotSetUp | Declined | Unavailable = await asked
  const sync: SubscriptionSync = await syncSubscription(deps, accountId)
  if (sync === 'unavailable' || outcome.kind === 'unavailable') {
    await deps.jobs.send(deps.db, syncSubscriptionJob, { customerId })
  }
  if (outcome.kind !== 'done') throw refusalOf(outcome)
  if (sync === 'unavailable') {
    throw providerDown("The card company took the change but isn't answering now. Please look again in a minute.")
  }
}
