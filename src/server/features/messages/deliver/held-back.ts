import type { NoPhonesCause } from '#server/platform/phones/phone-permission.ts'

/** Noted with a text that was not sent, because its account may use no phones. */
export const NO_PHONES: Record<NoPhonesCause, string> = {
  unverified: 'The email of the account is not confirmed',
  by_admin: 'The account is suspended',
}

/** Noted with a text that was not sent, because its reader wants none. */
export const NO_TEXTS = 'This phone wants no text messages'
