import { ALWAYS_BY_EMAIL, type MessageChannel, type NoticeKind, type NotificationSettings } from './settings.ts'

/** How a piece of news goes out. */
export interface ChosenChannels {
  /** In this order; empty when the member does not want it. */
  channels: readonly MessageChannel[]
  /** Nobody wants a text message of it, but one goes out if the mail cannot be delivered: never silent. */
  isSmsFallback: boolean
}

/**
 * A member's channels for news of this kind. A text alone becomes a mail without a number, and both while it is not
 * verified. Some mails cannot be switched off by the account holder (`isHolder`); other members may have no news at all.
 */
export function channelsFor(
  kind: NoticeKind,
  settings: NotificationSettings,
  {
    isHolder,
    hasPhoneNumber,
    isPhoneVerified,
  }: { isHolder: boolean; hasPhoneNumber: boolean; isPhoneVerified: boolean },
): ChosenChannels {
  const { email, sms } = settings[kind]
  const isDue = isHolder && isAlwaysByEmail(kind)
  const bySms = sms && hasPhoneNumber
  const channels: MessageChannel[] = []
  if (email || isDue || (sms && !(bySms && isPhoneVerified))) channels.push('email')
  if (bySms) channels.push('sms')
  return { channels, isSmsFallback: isDue && hasPhoneNumber && !bySms }
}

/** Whether a member is notified of this kind of news at all, by any channel. */
export function isWanted(kind: NoticeKind, settings: NotificationSettings, isHolder: boolean): boolean {
  return channelsFor(kind, settings, { isHolder, hasPhoneNumber: true, isPhoneVerified: true }).channels.length > 0
}

/** Whether the account holder cannot switch off the mail about it. */
export function isAlwaysByEmail(kind: NoticeKind): kind is (typeof ALWAYS_BY_EMAIL)[number] {
  return (ALWAYS_BY_EMAIL as readonly NoticeKind[]).includes(kind)
}
