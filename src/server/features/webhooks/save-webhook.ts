import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { SaveWebhookBody } from '#contract/admin/webhooks.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import type { WebhooksTable } from '#server/platform/database/schema.ts'
import { createOnce } from '#server/platform/http/answers/create-once.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { WebhooksDeps } from './deps.ts'
import { endQueuedDeliveries } from './end-queued-deliveries.ts'
import { openSecret, storedSecret } from './webhook-secret.ts'

type NewWebhook = Omit<SaveWebhookBody, 'id'>

const CHANGEABLE = ['name', 'url', 'description', 'events', 'secret', 'active'] as const

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
      .values({ ...webhook, secret: null, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Sealed for its id, which exists only now.
    await trx
      .updateTable('webhooks')
      .set(storedSecret(deps.sealing, id, webhook.secret ?? null))
      .where('id', '=', id)
      .execute()
    await recordAction(trx, { ...admin, action: 'webhook.created', detail: inWords({ id, ...webhook }), at: now })
    return id
  })
}

/** Changes a webhook; what is left out stays. One switched on, or that leads elsewhere, has not failed yet; one switched off gets nothing more. */
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
      .select([...CHANGEABLE, 'id', 'sealedWith'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('Webhook')
    const isActive = webhook.active ?? before.active
    const startsAgain = (isActive && !before.active) || webhook.url !== before.url
    await trx
      .updateTable('webhooks')
      .set({ ...webhook, ...storedSecret(deps.sealing, id, webhook.secret), updatedAt: now })
      .$if(isActive, (query) => query.set({ switchedOff: null }))
      .$if(startsAgain, (query) => query.set({ failingSince: null }))
      .where('id', '=', id)
      .execute()
    if (before.active && !isActive) await endQueuedDeliveries(trx, id, 'The webhook was switched off.', now)
    const detail = `${inWords({ id, ...webhook })}; changed: ${changesOf({ ...before, secret: knownSecret(deps, before) }, webhook).join(', ') || 'nothing'}`
    await recordAction(trx, { ...admin, action: 'webhook.updated', detail, at: now })
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

/** A secret that cannot be read differs from every other. */
function knownSecret({ sealing }: WebhooksDeps, webhook: Parameters<typeof openSecret>[1]): string | null | undefined {
  const opened = openSecret(sealing, webhook)
  return opened.kind === 'opened' ? opened.content : undefined
}

/** What differs, by name: the audit log holds no secrets. What is left out stays. */
function changesOf(
  before: Partial<Pick<Selectable<WebhooksTable>, (typeof CHANGEABLE)[number]>>,
  webhook: NewWebhook,
): string[] {
  return CHANGEABLE.filter((field) => webhook[field] !== undefined && !isDeepStrictEqual(webhook[field], before[field]))
}

/** For the audit log. What follows the host is left out: it often is a secret. */
export function named({ id, name, url }: { id: number; name: string; url: string }): string {
  return `Webhook ${id}, "${name}" at ${new URL(url).origin}`
}

/** The same with its deliveries, which may hold people's texts. */
function inWords(webhook: Parameters<typeof named>[0] & Pick<NewWebhook, 'events'>): string {
  return `${named(webhook)} for ${webhook.events.join(', ')}`
}
