import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Delivery, deliveriesQuery } from '#contract/admin/webhooks.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { WebhookTriesTable } from '#server/platform/database/schema.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import { hasQuota, type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { WebhooksDeps } from './deps.ts'
import { named } from './save-webhook.ts'

/** A page that polls repeatedly counts as one read. */
const LOOKS: Quota = { name: 'looks into a delivery log', limit: 1, windowSeconds: 600, message: 'Noted already' }
const AGAIN: Quota = {
  name: 'webhooks sent again',
  limit: 60,
  windowSeconds: 600,
  message: 'That were many deliveries by hand. Please wait a few minutes.',
}

/**
 * What was sent and will be sent to a webhook, newest first, with every try; `before` continues after that delivery.
 */
export async function listDeliveries(
  deps: WebhooksDeps,
  admin: AskingAdmin,
  webhookId: number,
  { limit, before }: z.output<typeof deliveriesQuery>,
): Promise<Delivery[]> {
  const { db } = deps
  await auditView(deps, admin, webhookId)
  const deliveries = await db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const tries = await triesOf(
    db,
    deliveries.map(({ id }) => id),
  )
  return deliveries.map(({ id, event, messageId, state, body: value, sealedWith, reason, ...delivery }) => ({
    id,
    event,
    messageId,
    state,
    body: readableText(deps.sealing.openText('webhook_deliveries.body', { messageId }, { value, sealedWith })),
    reason,
    createdAt: delivery.createdAt.toISOString(),
    nextTryAt: (delivery.byHandAt ?? delivery.nextAt)?.toISOString() ?? null,
    tries: (tries.get(id) ?? []).map(presentTry),
  }))
}

async function triesOf(db: Db, deliveryIds: readonly number[]) {
  if (deliveryIds.length === 0) return new Map<number, Selectable<WebhookTriesTable>[]>()
  const tries = await db
    .selectFrom('webhookTries')
    .selectAll()
    .where('deliveryId', 'in', [...deliveryIds])
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(tries, ({ deliveryId }) => deliveryId)
}

function presentTry({ triedAt, byHand, status, error, durationMs }: Selectable<WebhookTriesTable>) {
  return { at: triedAt.toISOString(), byHand, status, error, durationMs }
}

/** The log holds what happened to people: an admin's access is written down. */
async function auditView({ db, clock }: WebhooksDeps, admin: AskingAdmin, webhookId: number): Promise<void> {
  const at = clock.now()
  await db.transaction().execute(async (trx) => {
    const webhook = await trx
      .selectFrom('webhooks')
      .select(['id', 'name', 'url'])
      .where('id', '=', webhookId)
      .executeTakeFirst()
    if (!webhook) throw notFound('Webhook')
    if (!(await hasQuota(trx, LOOKS, `${admin.account.id}:${webhookId}`, at))) return
    await recordAction(trx, { ...admin, action: 'webhook.deliveries_seen', detail: named(webhook), at })
  })
}

/** Sends a delivery once more with its old message id, whatever became of it. Only to a webhook that is switched on. */
export async function sendAgain(
  { db, clock }: WebhooksDeps,
  admin: AskingAdmin,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<void> {
  const now = clock.now()
  await spendQuota(db, AGAIN, String(admin.account.id), now)
  await db.transaction().execute(async (trx) => {
    const webhook = await trx
      .selectFrom('webhooks')
      .select(['id', 'name', 'url', 'active'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst()
    if (!webhook) throw notFound('Webhook')
    const delivery = await trx
      .selectFrom('webhookDeliveries')
      .select('messageId')
      .where('id', '=', deliveryId)
      .where('webhookId', '=', id)
      .executeTakeFirst()
    if (!delivery) throw notFound('Delivery')
    if (!webhook.active) throw new AppError('conflict', 'The webhook is switched off. Switch it on first.')
    await trx.updateTable('webhookDeliveries').set({ byHandAt: now }).where('id', '=', deliveryId).execute()
    const detail = `${named(webhook)}: ${delivery.messageId}`
    await recordAction(trx, { ...admin, action: 'webhook.sent_again', detail, at: now })
  })
}
