import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

interface UnsentText {
  accountId: number | null
  recipient: string
  dedupeKey: string | null
}

/** A text message that the provider is not yet known to have, locked; undefined for mails and all others. */
export function lockUnsentText(trx: Trx, messageId: number): Promise<UnsentText | undefined> {
  return trx
    .selectFrom('messages')
    .select(['accountId', 'recipient', 'dedupeKey'])
    .where('id', '=', messageId)
    .where('channel', '=', 'sms')
    .where('sentAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Tells other systems once, in the transaction that notes it, that the provider has taken a text message. The words stay here. */
export function notifySent(
  trx: Trx,
  { accountId, recipient, dedupeKey }: UnsentText,
  { providerId, now }: { providerId: string | null; now: Date },
): Promise<void> {
  return recordEvent(trx, {
    event: 'sms.sent',
    accountId,
    data: { messageId: providerId, to: recipient, kind: kindOf(dedupeKey), sentAt: now.toISOString() },
  })
}

/** What it was about, from the key that keeps it from being written twice. */
function kindOf(dedupeKey: string | null): 'alert' | 'check_in' | 'reply' | 'notice' {
  if (dedupeKey?.startsWith('check-in:')) return 'check_in'
  if (dedupeKey?.startsWith('alert:')) return 'alert'
  return dedupeKey?.startsWith('text-answer:') ? 'reply' : 'notice'
}
