import { sentGreeting } from '#core/names/sent-words.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { BillingDeps } from './deps.ts'

interface Payer {
  id: number
  email: string
  username: string
  firstName: string | null
}

/** Tells who paid for a second subscription that it is being ended, once for each. */
export async function tellOfSurplus(
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
    text: [
      sentGreeting(payer),
      'Two subscriptions were paid for your Cooee account. One is enough, so we are ending the second one. What you paid for it in advance is credited to your next invoices.',
      'The first subscription goes on, and your calls are not affected.',
      'Cooee',
    ].join('\n\n'),
  })
}
