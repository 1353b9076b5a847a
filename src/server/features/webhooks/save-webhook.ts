import type { SaveWebhookBody } from '#contract/webhooks.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import { createOnce } from '#server/platform/create-once.ts'
import type { WebhooksDeps } from './deps.ts'
import { endOwed } from './end-owed.ts'

type NewWebhook = Omit<SaveWebhookBody, 'id'>

/** Creates a webhook and returns its id: once for each `key`. Refuses an address that Cooee does not send to. */
export async function createWebhook(
  deps: WebhooksDeps,
  admin: AskingAdmin,
  webhook: NewWebhook,
  key: string | undefined,
): Promise<number> {
  await checkAddress(deps, webhook.url)
  const now = deps.clock.now()
  const request = { accountId: admin.account.id, key, asked: { route: 'POST /api/admin/webhooks', webhook }, now }
  return createOnce(deps.db, request, async (trx) => {
    const { id } = await trx
      .insertInto('webhooks')
      .values({ ...webhook, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(trx, { ...admin, action: 'webhook.created', detail: named({ id, ...webhook }), at: now })
    return id
  })
}

/**
 * Changes a webhook; a secret, a description and whether it is active stay where they are left out. One that is switched
 * on, or leads elsewhere, has not failed yet. One that is switched off is owed nothing any more.
 */
export async function updateWebhook(
  deps: WebhooksDeps,
  admin: AskingAdmin,
  id: number,
  webhook: NewWebhook,
): Promise<void> {
  await checkAddress(deps, webhook.url)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('webhooks')
      .select(['active', 'url'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('Webhook')
    const isActive = webhook.active ?? before.active
    const startsAnew = (isActive && !before.active) || webhook.url !== before.url
    await trx
      .updateTable('webhooks')
      .set({ ...webhook, updatedAt: now })
      .$if(isActive, (query) => query.set({ switchedOff: null }))
      .$if(startsAnew, (query) => query.set({ failingSince: null }))
      .where('id', '=', id)
      .execute()
    if (before.active && !isActive) await endOwed(trx, id, 'The webhook was switched off.', now)
    await recordAction(trx, { ...admin, action: 'webhook.updated', detail: named({ id, ...webhook }), at: now })
  })
}

/** Removes a webhook with everything that was or is to be sent to it. */
export async function deleteWebhook(deps: WebhooksDeps, admin: AskingAdmin, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .returning(['id', 'name', 'url'])
      .executeTakeFirst()
    if (!removed) throw notFound('Webhook')
    await recordAction(trx, { ...admin, action: 'webhook.deleted', detail: named(removed), at: deps.clock.now() })
  })
}

/** A refusal of the field when Cooee does not send to the address. */
export async function checkAddress({ webhookSender }: WebhooksDeps, url: string): Promise<void> {
  const refusal = await webhookSender.refusalOf(url)
  if (refusal !== null) throw new AppError('invalid', refusal, { field: 'url' })
}

/** For the audit log. What follows the host is left out: it often is a secret. */
export function named({ id, name, url }: { id: number; name: string; url: string }): string {
  return `Webhook ${id}, "${name}" at ${new URL(url).origin}`
}
