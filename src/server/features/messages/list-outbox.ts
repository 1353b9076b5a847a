import type { OutboxEntry } from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'

const NEWEST = 200

/** The newest mails and texts of all accounts, newest first, whether sent or not. */
export async function listOutbox(db: Db): Promise<OutboxEntry[]> {
  const messages = await db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'text', 'createdAt', 'delivery', 'failedAt', 'error'])
    // What a push says is in the mail or text beside it.
    .where('channel', '<>', 'push')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()
  return messages.map(({ channel, recipient, subject, text, createdAt, delivery, failedAt, error }) => ({
    channel: channel === 'email' ? 'email' : 'sms',
    to: recipient,
    subject,
    text,
    at: createdAt.toISOString(),
    delivery: delivery ?? (failedAt ? 'failed' : null),
    reason: error,
  }))
}
