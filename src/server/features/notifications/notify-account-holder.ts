import { channelsFor, isWanted } from '#core/notifications/channels-for.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewsKind } from '#core/notifications/settings.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Notify } from './notice.ts'
import { notificationSettingsOf } from './settings-of.ts'

interface NewsText {
  subject: string
  mail: string
  sms: string | null
}

/** One piece of news, as a mail and, unless it has none, as a text message. */
export interface NewsForHolder {
  accountId: number
  kind: NewsKind
  /**
   * A function is called only for account holders who want the notice; null when there is nothing to report after all.
   */
  text: NewsText | (() => Promise<NewsText | null>)
  /** A notice with the same key is written once for each channel. */
  key: string
  /** It is about a person who may need help: its mail says whom to ring then. */
  isAlert?: boolean
  /** False for a notice that nobody waits for. */
  isUrgent?: boolean
}

/** Writes news to the account holder into the caller's transaction, by the channels of its kind; a text where an undelivered mail needs it. */
export async function notifyAccountHolder(
  { notify }: { notify: Notify },
  trx: Trx,
  { accountId, kind, text: given, key, isAlert = false, isUrgent = true }: NewsForHolder,
): Promise<void> {
  const settings = await notificationSettingsOf(trx, { accountId })
  if (!isWanted(kind, settings)) return
  const { email, verifiedEmail, verifiedPhone, ...account } = await trx
    .selectFrom('owners')
    .select(['email', 'verifiedEmail', 'phoneNumber', 'verifiedPhone', 'firstName', 'username'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  // No text is sent before: a mail replaces it.
  const phoneNumber = verifiedEmail === null ? null : account.phoneNumber
  const { channels, isSmsFallback } = channelsFor(kind, settings, {
    hasPhoneNumber: phoneNumber !== null,
    isPhoneVerified: phoneNumber !== null && phoneNumber === verifiedPhone,
  })
  const text = typeof given === 'function' ? await given() : given
  if (text === null) return
  if (channels.includes('email')) {
    await notify(trx, {
      accountId,
      channel: 'email',
      recipient: email,
      subject: text.subject,
      text: mailBody(account, [text.mail], { isAlert }),
      dedupeKey: `${key}:email`,
      isUrgent,
      ...(isSmsFallback && phoneNumber && text.sms ? { fallback: { recipient: phoneNumber, text: text.sms } } : {}),
    })
  }
  if (channels.includes('sms') && phoneNumber && text.sms !== null) {
    await notify(trx, {
      accountId,
      channel: 'sms',
      recipient: phoneNumber,
      subject: null,
      text: text.sms,
      dedupeKey: `${key}:sms`,
      isUrgent,
    })
  }
}
