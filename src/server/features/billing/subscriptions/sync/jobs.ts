import { z } from 'zod'
import { defineJob, eachJob, type JobHandler } from '#server/platform/work/jobs.ts'
import type { BillingDeps } from '../../deps.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Something happened to this customer of the card provider: reconcile the subscription. */
export const syncSubscriptionJob = defineJob('converge-subscription', z.object({ customerId: z.string() }), {
  retryDelaySeconds: 5,
})

/** Asks the card provider about the subscriptions that the jobs name. */
export function convergeSubscriptionHandler(deps: BillingDeps): JobHandler {
  return eachJob(syncSubscriptionJob, async ({ customerId }) => {
    const known = await deps.db
      .selectFrom('subscriptions')
      .select('accountId')
      .where('customerId', '=', customerId)
      .executeTakeFirst()
    // A customer of no account here: another system uses the same provider account, or the account was deleted.
    if (!known) return
    const outcome = await syncSubscription(deps, known.accountId)
    if (outcome === 'unavailable')
      throw new Error('The card provider could not be asked about a subscription; the job is retried')
  })
}
