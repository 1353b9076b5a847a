import type { Selectable } from 'kysely'
import type { Webhook } from '#contract/admin/webhooks.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { WebhooksTable } from '#server/platform/database/schema.ts'
import { notFound } from '#server/platform/http/app-error.ts'

/** Every webhook, oldest first. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  return (await db.selectFrom('webhooks').selectAll().orderBy('id').execute()).map(present)
}

/** One webhook, without its secret. Throws a 404 if there is no such webhook. */
export async function findWebhook(db: Db, id: number): Promise<Webhook> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return present(row)
}

/** Its secret stays here. */
function present(row: Selectable<WebhooksTable>): Webhook {
  const { id, name, url, description, events, active, switchedOff } = row
  return {
    id,
    name,
    url,
    description,
    events,
    active,
    switchedOff,
    hasSecret: row.secret !== null,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
