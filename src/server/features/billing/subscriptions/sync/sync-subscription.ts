import { isDeepStrictEqual } from 'node:util'
import type { PaidSubscription, Payments, ProviderInvoice } from '#server/adapters/payments/payments.ts'
import { noteSuspensionCause } from '#server/features/accounts/public.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { recordEvent, recordEvents } from '#server/features/events/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { BillingDeps } from '../../deps.ts'
import { announceUncovered } from '../../limits/end-uncovered.ts'
import { liftSuspension } from '../../limits/suspension.ts'
import { changesInWords, type SubscriptionState } from '../changes-in-words.ts'
import { stateAfter, stateOf } from '../subscription-row.ts'
import { notifyOfSurplus } from '../surplus-mail.ts'
import { updatePayer } from '../update-payer.ts'

/** `no_customer`: the card provider does not know the account, so there is nothing to ask. */
export type SubscriptionSync = 'converged' | 'unavailable' | 'no_customer'

/** What one read has seen at the provider. */
interface Seen {
  subscription: PaidSubscription | null
  invoices: ProviderInvoice[]
}

/**
 * Asks the card provider for the state of an account's subscription, and makes ours the same. Whatever was lost,
 * doubled or reordered before, afterwards ours is as the provider's was at some instant after this was called. Run it
 * as often as you like, also several times at once. `unavailable`: it is worth a retry.
 */
export async function syncSubscription(deps: BillingDeps, accountId: number): Promise<SubscriptionSync> {
  const { payments } = deps
  if (!payments) return 'no_customer'
  const sync = await beginSync(deps, accountId)
  if (!sync) return 'no_customer'
  const seen = await readAtProvider(payments, sync.customerId)
  if (!seen) return 'unavailable'
  const isWritten = await retryingTransaction(deps.db, (trx) => write(deps, trx, { accountId, ...sync }, seen))
  if ((await updatePayer(deps, accountId)) === 'unavailable') return 'unavailable'
  return isWritten ? endSurplus(deps, accountId, seen.subscription?.surplusIds ?? []) : 'converged'
}

interface Sync {
  accountId: number
  customerId: string
  syncNumber: number
  at: Date
}

/** Takes a number before the request: of two reads, the one with the higher number was requested later. */
async function beginSync({ db, clock }: BillingDeps, accountId: number): Promise<Omit<Sync, 'accountId'> | null> {
  const row = await db
    .updateTable('subscriptions')
    .set((eb) => ({ syncNumber: eb('syncNumber', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('customerId', 'is not', null)
    .returning(['syncNumber', 'customerId'])
    .executeTakeFirst()
  return row?.customerId ? { customerId: row.customerId, syncNumber: row.syncNumber, at: clock.now() } : null
}

async function readAtProvider(payments: Payments, customerId: string): Promise<Seen | null> {
  const [found, billed] = await Promise.all([payments.subscriptionOf(customerId), payments.invoicesOf(customerId)])
  if (found.kind === 'unavailable' || billed.kind === 'unavailable') return null
  return { subscription: found.subscription, invoices: billed.invoices }
}

/** Writes what a read has seen, with everything that follows from it; false when a later read has written already. */
async function write(deps: BillingDeps, trx: Trx, sync: Sync, seen: Seen): Promise<boolean> {
  const { accountId, syncNumber, at } = sync
  // First the account, as in every transaction: what its plan allows is decided under the same lock.
  const account = await trx
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select(['accounts.id', 'email', 'username', 'firstName', 'timezone'])
    .where('accounts.id', '=', accountId)
    .forNoKeyUpdate('accounts')
    .executeTakeFirst()
  const row = await trx.selectFrom('subscriptions').selectAll().where('accountId', '=', accountId).executeTakeFirst()
  if (!account || !row || row.writtenSyncNumber >= syncNumber) return false

  const before = stateOf(row)
  const state = stateAfter(before, seen.subscription, at)
  await trx
    .updateTable('subscriptions')
    .set({ ...state, writtenSyncNumber: syncNumber, polledAt: at })
    .where('accountId', '=', accountId)
    .execute()
  if (state && !isDeepStrictEqual(before, state))
    await notifyOfChange(trx, { accountId, zone: account.timezone }, before, state)
  const isNew = state !== null && state.subscriptionId !== before?.subscriptionId
  if (isNew && state.status === 'active') await announceUncovered(deps, trx, accountId, state)
  await notifyOfPaidInvoices(trx, accountId, seen.invoices)
  if (state?.status === 'active') await liftSuspension(deps, trx, accountId)
  else if (state) await noteSuspensionCause(trx, accountId, state.status)
  for (const surplusId of seen.subscription?.surplusIds ?? []) await notifyOfSurplus(deps, trx, account, surplusId)
  return true
}

async function notifyOfChange(
  trx: Trx,
  { accountId, zone }: { accountId: number; zone: string },
  before: SubscriptionState | null,
  now: SubscriptionState,
): Promise<void> {
  await recordActivities(
    trx,
    changesInWords(before, now, zone).map((change) => ({ ...change, accountId })),
  )
  await announceChange(trx, accountId, 'activity')
  const isNew = before?.subscriptionId !== now.subscriptionId
  await recordEvent(trx, {
    event: isNew ? 'subscription.created' : 'subscription.updated',
    accountId,
    data: {
      accountId,
      status: now.status,
      addOns: now.addOns,
      monthlyAmount: now.monthlyCents / 100,
      currency: 'usd',
      periodEnd: now.periodEnd.toISOString(),
      cancelsAt: now.cancelsAt?.toISOString() ?? null,
    },
  })
}

/** Each invoice is reported once, when it is first seen to be paid. */
async function notifyOfPaidInvoices(trx: Trx, accountId: number, invoices: readonly ProviderInvoice[]): Promise<void> {
  const paid = invoices.flatMap(({ invoiceId, amountCents, paidAt }) =>
    paidAt ? { invoiceId, accountId, amountCents, paidAt } : [],
  )
  if (paid.length === 0) return
  const fresh = await trx
    .insertInto('paidInvoices')
    .values(paid)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['invoiceId', 'amountCents', 'paidAt'])
    .execute()
  const inOrder = fresh.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
  await recordEvents(
    trx,
    inOrder.map(({ invoiceId, amountCents, paidAt }) => ({
      event: 'invoice.paid',
      accountId,
      data: { accountId, invoiceId, amount: amountCents / 100, currency: 'usd', paidAt: paidAt.toISOString() },
    })),
  )
}

/** Two checkouts were paid. All but one subscription end now; the provider credits what was paid in advance. */
async function endSurplus(
  { payments, log }: BillingDeps,
  accountId: number,
  ids: readonly string[],
): Promise<SubscriptionSync> {
  let outcome: SubscriptionSync = 'converged'
  for (const subscriptionId of ids) {
    const ended = await payments?.endNow({ subscriptionId, key: `end:${subscriptionId}` })
    if (ended?.kind === 'unavailable') outcome = 'unavailable'
    else log.warn({ accountId, subscriptionId }, 'Second subscription of an account ended')
  }
  return outcome
}
