import { sql } from 'kysely'
import { claimDue, type DueRow, dueAt } from '#server/platform/due-work/due-rows.ts'
import type { WebhooksDeps } from '../deps.ts'
import { DELIVERIES } from '../due-deliveries.ts'

/**
 * Twice as long as a try takes: a claim that is older belongs to a worker that died, and the delivery is sent again.
 */
export const CLAIM_MS = 30_000
/** What a try needs to know. */
export interface ClaimedDelivery extends DueRow {
  id: number
  webhookId: number
  messageId: string
  body: string
  bodySealedWith: string | null
  url: string
  secret: string | null
  sealedWith: string | null
  byHandAt: Date | null
}

/** The active webhooks with a delivery that is due. */
export async function findDueWebhooks({ db, clock }: Pick<WebhooksDeps, 'db' | 'clock'>): Promise<number[]> {
  const now = clock.now()
  // From the deliveries, of which few are due, not from the webhooks, each of which may have very many finished ones.
  const due = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .select('webhookDeliveries.webhookId')
    .where('webhooks.active', '=', true)
    .where(dueAt(DELIVERIES), '<=', now)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .groupBy('webhookDeliveries.webhookId')
    .execute()
  return due.map(({ webhookId }) => webhookId)
}

type Delivery = Omit<ClaimedDelivery, 'bodySealedWith' | 'url' | 'secret'>

/** Claims up to `most` due deliveries of a webhook, longest due first: no other worker sends them meanwhile. */
export async function claimDeliveries(
  { db, clock }: Pick<WebhooksDeps, 'db' | 'clock'>,
  webhookId: number,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const webhook = await db
    .selectFrom('webhooks')
    .select(['url', 'secret', 'sealedWith'])
    .where('id', '=', webhookId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!webhook) return []
  const deliveries = await claimDue<Delivery>(db, DELIVERIES, {
    now: clock.now(),
    leaseMs: CLAIM_MS,
    limit,
    columns: ['id', 'webhook_id', 'message_id', 'body', 'sealed_with', 'by_hand_at'],
    only: sql`webhook_id = ${webhookId}`,
  })
  return deliveries.map(({ sealedWith, ...delivery }) => ({ ...delivery, bodySealedWith: sealedWith, ...webhook }))
}
