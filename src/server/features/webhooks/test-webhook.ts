import { randomUUID } from 'node:crypto'
import type { TestWebhookBody } from '#contract/admin/webhooks.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { outcomeInWords } from './deliver/outcome-in-words.ts'
import type { WebhooksDeps } from './deps.ts'
import { checkAddress } from './save-webhook.ts'
import { openSecret, SECRET_UNREADABLE } from './webhook-secret.ts'

const TESTS: Quota = {
  name: 'webhook tests',
  limit: 30,
  windowSeconds: 600,
  message: 'That were many test webhooks. Please wait a few minutes.',
}

/** Sends a payload as typed, once, signed with the given secret or the webhook's. Returns milliseconds; `receiver_failed` where it is no 2xx. */
export async function testWebhook(
  deps: WebhooksDeps,
  admin: AskingAdmin,
  { url, payload, secret, webhookId }: TestWebhookBody,
): Promise<{ status: number; durationMs: number }> {
  const { db, clock, webhookSender } = deps
  if (!isJson(payload)) throw new AppError('invalid', 'Payload must be valid JSON', { field: 'payload' })
  const signedWith = webhookId === undefined ? (secret ?? null) : await secretFor(deps, webhookId, secret ?? null)
  await spendQuota(db, TESTS, String(admin.account.id), clock.now())
  await checkAddress(deps, url)
  const at = clock.now()
  await db
    .transaction()
    .execute((trx) => recordAction(trx, { ...admin, action: 'webhook.tested', detail: new URL(url).origin, at }))
  const messageId = `msg_test_${randomUUID()}`
  const outcome = await webhookSender.send({ url, secret: signedWith, messageId, at, body: payload })
  switch (outcome.kind) {
    case 'delivered':
      return { status: outcome.status, durationMs: outcome.durationMs }
    case 'called_off':
      throw new AppError('unavailable', 'Cooee is being restarted. Please try again in a moment.')
    default:
      throw new AppError('receiver_failed', outcomeInWords(outcome))
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The given secret, else that of the webhook, which must exist either way. */
async function secretFor({ db, sealing }: WebhooksDeps, id: number, given: string | null): Promise<string | null> {
  const webhook = await db
    .selectFrom('webhooks')
    .select(['id', 'secret', 'sealedWith'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!webhook) throw notFound('Webhook')
  if (given !== null) return given
  const opened = openSecret(sealing, webhook)
  if (opened.kind === 'unreadable') throw new AppError('unavailable', SECRET_UNREADABLE)
  return opened.content
}
