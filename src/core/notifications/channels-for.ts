import { ALWAYS_BY_EMAIL, type NewsKind, type NotificationSettings, type WrittenChannel } from './settings.ts'

/** How a piece of news goes out. */
export interface ChosenChannels {
  /** In this order; empty when the account holder does not want it. */
  channels: readonly WrittenChannel[]
  /** Nobody wants a text message of it, but one goes out if the mail cannot be delivered: never silent. */
  isSmsFallback: boolean
}

/** The account holder's channels for news of this kind. A text alone becomes a mail without a number, and both while it is not verified. */
export function channelsFor(
  kind: NewsKind,
  settings: NotificationSettings,
  { hasPhoneNumber, isPhoneVerified }: { hasPhoneNumber: boolean; isPhoneVerified: boolean },
): ChosenChannels {
  const { email, sms } = settings[kind]
  const isDue = isAlwaysByEmail(kind)
  const bySms = sms && hasPhoneNumber
  const channels: WrittenChannel[] = []
  if (email || isDue || (sms && !(bySms && isPhoneVerified))) channels.push('email')
  if (bySms) channels.push('sms')
  return { channels, isSmsFallback: isDue && hasPhoneNumber && !bySms }
}

/** Whether the account holder is notified of this kind of news at all, by any channel. */
export function isWanted(kind: NewsKind, settings: NotificationSettings): boolean {
  return channelsFor(kind, settings, { hasPhoneNumber: true, isPhoneVerified: true }).channels.length > 0
}

/** Whether the mail about it cannot be switched off. */
export function isAlwaysByEmail(kind: NewsKind): kind is (typeof ALWAYS_BY_EMAIL)[number] {
  return (ALWAYS_BY_EMAIL as readonly NewsKind[]).includes(kind)
}
