import type { NoticeText } from '#core/call-policy/late-notice.ts'
import type { Trx } from '#server/platform/database.ts'
import type { CareDeps } from './deps.ts'

interface Holder {
  accountId: number
  email: string
  /** E.164; null while the profile has none. */
  holderPhone: string | null
}

/**
 * Writes a notice to the account holder into the transaction of the fact: by e-mail, and by SMS where a number is known.
 * The same `key` is told once by each.
 */
export async function notifyHolder(
  deps: Pick<CareDeps, 'tell'>,
  trx: Trx,
  { accountId, email, holderPhone }: Holder,
  { subject, mail, sms }: NoticeText,
  key: string,
): Promise<void> {
  await deps.tell(trx, {
    accountId,
    channel: 'email',
    recipient: email,
    subject,
    text: mail,
    dedupeKey: `${key}:email`,
  })
  if (!holderPhone) return
  await deps.tell(trx, {
    accountId,
    channel: 'sms',
    recipient: holderPhone,
    subject: null,
    text: sms,
    dedupeKey: `${key}:sms`,
  })
}
