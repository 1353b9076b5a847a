import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'
import type { WebhooksDeps } from '../deps.ts'

/** Twice as long as a try takes: a claim that is older belongs to somebody who died, and the delivery is sent again. */
export const CLAIM_MS = 30_000

/** What a try needs to know. */
export interface ClaimedDelivery {
  id: number
  webhookId: number
  messageId: string
  body: string
  bodySealedWith: string | null
  url: string
  secret: string | null
  sealedWith: string | null
  claimedUntil: Date | null
  byHandAt: Date | null
}

/** The active webhooks that something is due for. */
export async function findDueWebhooks({ db, clock }: Pick<WebhooksDeps, 'db' | 'clock'>): Promise<number[]> {
  const now = clock.now()
  // From the deliveries, of which few are due, not from the webhooks, each of which may have very many that are done.
  const due = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .select('webhookDeliveries.webhookId')
    .where('webhooks.active', '=', true)
    .where((eb) => isDue(eb, now))
    .groupBy('webhookDeliveries.webhookId')
    .execute()
  return due.map(({ webhookId }) => webhookId)
}

/** Claims up to `limit` deliveries of a webhook that are due, longest due first: nobody else sends them meanwhile. */
export function claimDeliveries(
  { db, clock }: Pick<WebhooksDeps, 'db' | 'clock'>,
  webhookId: number,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  return db
    .updateTable('webhookDeliveries')
    .from('webhooks')
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS) })
    .whereRef('webhooks.id', '=', 'webhookDeliveries.webhookId')
    .where('webhooks.active', '=', true)
    .where('webhookDeliveries.id', 'in', (eb) =>
      eb
        .selectFrom('webhookDeliveries')
        .select('webhookDeliveries.id')
        .where('webhookDeliveries.webhookId', '=', webhookId)
        .where((inner) => isDue(inner, now))
        .orderBy((inner) => inner.fn.coalesce('webhookDeliveries.byHandAt', 'webhookDeliveries.tryAt'))
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'webhookDeliveries.id',
      'webhookDeliveries.webhookId',
      'webhookDeliveries.messageId',
      'webhookDeliveries.body',
      'webhookDeliveries.sealedWith as bodySealedWith',
      'webhookDeliveries.claimedUntil',
      'webhookDeliveries.byHandAt',
      'webhooks.url',
      'webhooks.secret',
      'webhooks.sealedWith',
    ])
    .execute()
}

function isDue(eb: ExpressionBuilder<Database, 'webhookDeliveries'>, now: Date) {
  const isOwed = eb.and([eb('webhookDeliveries.state', '=', 'owed'), eb('webhookDeliveries.tryAt', '<=', now)])
  return eb.and([
    eb.or([isOwed, eb('webhookDeliveries.byHandAt', '<=', now)]),
    eb.or([eb('webhookDeliveries.claimedUntil', 'is', null), eb('webhookDeliveries.claimedUntil', '<=', now)]),
  ])
}
