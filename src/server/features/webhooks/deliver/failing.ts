import { SWITCHED_OFF_AFTER_MS } from '#core/webhooks/retry-schedule.ts'
import { mailAdmins } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { WebhooksDeps } from '../deps.ts'
import { endQueuedDeliveries } from '../end-queued-deliveries.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** With this status a receiver says that it never wants anything again (RFC 9110, 15.5.11; Standard Webhooks). */
const GONE = 410
const IS_GONE = 'The receiver answered that it is gone (410).'
const FAILS_TOO_LONG = 'Nothing could be delivered for 120 hours.'

/** When the address of a webhook has changed, what the old address answers says nothing about it. */
type Sent = Pick<ClaimedDelivery, 'webhookId' | 'url'>

/** Notes that a webhook takes deliveries. */
export async function noteSuccess(trx: Trx, { webhookId, url }: Sent): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failingSince: null })
    .where('id', '=', webhookId)
    .where('url', '=', url)
    .where('failingSince', 'is not', null)
    .execute()
}

/**
 * Notes that a webhook fails. One that is gone or has failed too long is switched off, and every admin is notified,
 * once.
 */
export async function noteFailure(
  deps: WebhooksDeps,
  trx: Trx,
  { webhookId, url }: Sent,
  { at, status }: { at: Date; status: number | null },
): Promise<void> {
  const webhook = await trx
    .selectFrom('webhooks')
    .select(['name', 'failingSince'])
    .where('id', '=', webhookId)
    .where('url', '=', url)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!webhook) return
  const failingSince = webhook.failingSince ?? at
  const failsTooLong = at.getTime() - failingSince.getTime() >= SWITCHED_OFF_AFTER_MS
  const why = status === GONE ? IS_GONE : failsTooLong ? FAILS_TOO_LONG : null
  await trx
    .updateTable('webhooks')
    .set({ failingSince })
    .$if(why !== null, (query) => query.set({ active: false, switchedOff: why, updatedAt: deps.clock.now() }))
    .where('id', '=', webhookId)
    .execute()
  if (why === null) return
  await endQueuedDeliveries(trx, webhookId, why, deps.clock.now())
  await notifyAdmins(deps, trx, { name: webhook.name, why })
}

async function notifyAdmins(
  { jobs, clock, publicUrl, log }: WebhooksDeps,
  trx: Trx,
  { name, why }: { name: string; why: string },
): Promise<void> {
  log.warn({ webhook: name, why }, 'A webhook was switched off')
  await mailAdmins({ jobs, clock }, trx, {
    subject: `The webhook "${name}" was switched off`,
    paragraphs: () => [
      `Cooee has switched off the webhook "${name}". ${why}`,
      `Nothing is sent to it until somebody switches it on again: ${publicUrl}/admin`,
    ],
  })
}
