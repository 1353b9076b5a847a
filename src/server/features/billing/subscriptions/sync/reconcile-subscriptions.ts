import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { BillingDeps } from '../../deps.ts'
import { syncSubscription } from './sync-subscription.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/**
 * One after the other, this many in a batch: the provider has a rate limit, and people who press something go first.
 */
const BATCH_SIZE = 50
/** This many accounts in a row without an answer: the provider is down, not something about one of them. */
const SILENT_AT_MOST = 3

/**
 * Asks the card provider again about accounts without an event for a day, and sooner when something is expected: a
 * payment that failed (an hour), a paid month that is over (an hour), a checkout that was opened (ten minutes), another
 * owner or another address of theirs (a minute). Lost
 * events are made up for here. A provider that is down is left alone until the next run. Run it every minute, in any
 * number of workers.
 */
export async function reconcileSubscriptions(deps: BillingDeps, isStopped = () => false): Promise<void> {
  if (!deps.payments) return
  let silent = 0
  const failures = collectFailures(deps.log)
  for (const { accountId } of await dueSyncs(deps)) {
    if (isStopped()) break
    const outcome = await failures.attempt(
      () => syncSubscription(deps, accountId),
      'Subscription not compared with the card provider; retrying in a day',
      { accountId },
    )
    if (outcome === null) await waitADay(deps, accountId)
    silent = outcome === 'unavailable' ? silent + 1 : 0
    if (silent === SILENT_AT_MOST) {
      deps.log.warn('Card provider did not answer about subscriptions; retrying')
      break
    }
  }
  failures.throwIfAny()
}

function dueSyncs({ db, clock }: BillingDeps) {
  const now = clock.now()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  return db
    .selectFrom('subscriptions')
    .innerJoin('owners', 'owners.accountId', 'subscriptions.accountId')
    .select('subscriptions.accountId')
    .where('customerId', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('verifiedEmail', 'is not', null),
          eb('payerEmail', 'is distinct from', eb.ref('verifiedEmail')),
          eb.or([eb('polledAt', 'is', null), eb('polledAt', '<=', ago(MINUTE_MS))]),
        ]),
        eb('polledAt', 'is', null),
        eb('polledAt', '<=', ago(DAY_MS)),
        eb.and([
          eb('polledAt', '<=', ago(HOUR_MS)),
          eb.or([eb('status', '=', 'past_due'), eb.and([eb('status', '=', 'active'), eb('periodEnd', '<=', now)])]),
        ]),
        eb.and([
          eb('polledAt', '<=', ago(10 * MINUTE_MS)),
          eb('checkoutStartedAt', '>', ago(DAY_MS)),
          eb.or([eb('status', 'is', null), eb('status', '=', 'ended')]),
        ]),
      ]),
    )
    .orderBy('polledAt', (order) => order.asc().nullsFirst())
    .limit(BATCH_SIZE)
    .execute()
}

/** An account with an unexpected error must not stand before the others in every round. */
async function waitADay({ db, clock }: BillingDeps, accountId: number): Promise<void> {
  await db.updateTable('subscriptions').set({ polledAt: clock.now() }).where('accountId', '=', accountId).execute()
}
