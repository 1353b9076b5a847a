import type { Trx } from '#server/platform/database/database.ts'
import { NO_PHONES, NO_TEXTS } from './held-back.ts'
import { NOT_NEEDED } from './still-needed.ts'
import { OVER_LIMIT, OVER_NUMBER_LIMIT, OVER_SPEND } from './texts-of-day.ts'

const HELD_BACK: readonly (string | null)[] = [
  ...Object.values(NO_PHONES),
  NO_TEXTS,
  NOT_NEEDED,
  OVER_LIMIT,
  OVER_NUMBER_LIMIT,
  OVER_SPEND,
]

/**
 * To which phone a text of an account did not go because of that phone: the network could not deliver it, or rejected it
 * at the first try. Undefined where we held it back, or nobody took it for a day: that says nothing about the phone.
 */
export async function bouncedText(
  trx: Trx,
  messageId: number,
): Promise<{ accountId: number; phoneNumber: string } | undefined> {
  const message = await trx
    .selectFrom('messages')
    .select(['accountId', 'recipient', 'delivery', 'failedAt', 'error', 'tries'])
    .where('id', '=', messageId)
    .where('channel', '=', 'sms')
    .executeTakeFirst()
  if (!message || message.accountId === null) return undefined
  const { accountId, recipient: phoneNumber, delivery, failedAt, error, tries } = message
  const isRejected = failedAt !== null && tries === 1 && !HELD_BACK.includes(error)
  return delivery === 'failed' || isRejected ? { accountId, phoneNumber } : undefined
}
