import { mailBody } from '#core/notifications/mail-body.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { BillingDeps } from '../deps.ts'

interface Payer {
  id: number
  email: string
  username: string
  firstName: string | null
}

/** Notifies the payer of a second subscription that it is being ended, once for each. */
export async function notifyOfSurplus(
  { jobs, clock }: BillingDeps,
  trx: Trx,
  payer: Payer,
  surplusId: string,
): Promise<void> {
  await enqueueMessage(jobs, trx, {
    channel: 'email',
    recipient: payer.email,
    accountId: payer.id,
    dedupeKey: `surplus-subscription:${surplusId}`,
    createdAt: clock.now(),
    subject: 'You subscribed to Cooee twice',
    text: mailBody(payer, [
      "You paid for two Cooee subscriptions. One is enough, so we're ending the second one. What you paid for it comes off your next invoices.",
      "The first one continues, and your calls aren't affected.",
    ]),
  })
}
