import { sentGreeting } from '#core/names/sent-words.ts'
import type { NewMessage } from '#server/features/messages/public.ts'

export interface Addressee {
  id: number
  email: string
  username: string
  firstName: string | null
}

/** How every mail to somebody begins. */
export const greeting: (addressee: Addressee) => string = sentGreeting

/** The mail with the link that sets a new password. The link is the secret: whoever has it can use it once. */
export function resetLinkMail(account: Addressee, link: string): NewMessage {
  return {
    channel: 'email',
    recipient: account.email,
    accountId: account.id,
    isSecret: true,
    subject: 'Reset your Cooee password',
    text: [
      greeting(account),
      'Somebody, hopefully you, asked to reset the password of your Cooee account. This link sets a new one:',
      link,
      'It works once and for 60 minutes. If it was not you, nothing has changed and you can ignore this mail.',
      'Cooee',
    ].join('\n\n'),
  }
}

/** The mail with the link that verifies an address. `isFirst`: until it is opened no phone rings for the account. */
export function verificationMail(
  account: Addressee,
  { link, isFirst }: { link: string; isFirst: boolean },
): NewMessage {
  return {
    channel: 'email',
    recipient: account.email,
    accountId: account.id,
    isSecret: true,
    isUrgent: true,
    subject: 'Confirm your email for Cooee',
    text: [
      greeting(account),
      'Please confirm that this is your email address:',
      link,
      isFirst
        ? 'The link works once and for 24 hours. You can schedule calls before, but we ring nobody until you have opened it.'
        : 'The link works once and for 24 hours. Calls go on meanwhile.',
      'If you do not know Cooee, somebody has mistyped their address. You can ignore this mail.',
      'Cooee',
    ].join('\n\n'),
  }
}

/** Told after the fact, so that a change somebody else made does not go unnoticed; `andSo` says who was signed out. */
export function passwordChangedMail(account: Addressee, andSo: string): NewMessage {
  return {
    channel: 'email',
    recipient: account.email,
    accountId: account.id,
    subject: 'Your Cooee password was changed',
    text: [
      greeting(account),
      `The password of your Cooee account was changed just now, and ${andSo}.`,
      'If it was not you, reset the password on the sign-in page straight away.',
      'Cooee',
    ].join('\n\n'),
  }
}

/** Goes to the old address: the new one knows already. The link undoes it, so whoever has it can. */
export function contactDetailsChangedMail(
  account: Addressee,
  { changes, link }: { changes: readonly string[]; link: string },
): NewMessage {
  return {
    channel: 'email',
    recipient: account.email,
    accountId: account.id,
    isSecret: true,
    subject: 'How we reach you about your Cooee account was changed',
    text: [
      greeting(account),
      ...changes,
      'If it was not you, undo it within 3 days with this link. Every device is signed out then:',
      link,
      'Cooee',
    ].join('\n\n'),
  }
}

/** To the address that is theirs again. */
export function contactDetailsRestoredMail(account: Addressee): NewMessage {
  return {
    channel: 'email',
    recipient: account.email,
    accountId: account.id,
    subject: 'The change to your Cooee account was undone',
    text: [
      greeting(account),
      'We write to you here again, and every device was signed out.',
      'Somebody may know your password. Please set a new one: choose "Forgot password?" on the sign-in page.',
      'Cooee',
    ].join('\n\n'),
  }
}
