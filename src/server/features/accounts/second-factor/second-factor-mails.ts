import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Addressee } from '../account-mails.ts'

const IF_NOT_YOU =
  "If it wasn't you, reset your password on the sign-in page straight away, and tell the people who run this Cooee."

function mail(person: Addressee, subject: string, ...paragraphs: string[]): NewMessage {
  return {
    channel: 'email',
    recipient: person.email,
    accountId: person.accountId,
    personId: person.id,
    subject,
    text: mailBody(person, [...paragraphs, IF_NOT_YOU]),
  }
}

/** Signing in asks for a code from now on. */
export function secondFactorOnMail(person: Addressee): NewMessage {
  return mail(
    person,
    'You now need a code to sign in to Cooee',
    'An authenticator app has just been switched on for your Cooee account. You now need a code from it to sign in, and ' +
      "we've signed out every other device.",
    'Keep the recovery codes somewhere you can find them without your phone.',
  )
}

/** Signing in asks for the password only, as the account holder wanted. */
export function secondFactorOffMail(person: Addressee): NewMessage {
  return mail(
    person,
    'You no longer need a code to sign in to Cooee',
    'The authenticator app has just been switched off for your Cooee account. You only need your password to sign in.',
  )
}

/** The same, done by the operator. */
export function secondFactorRemovedMail(person: Addressee): NewMessage {
  return mail(
    person,
    'You no longer need a code to sign in to Cooee',
    'The people who run this Cooee have removed the authenticator app from your account, so you can sign in without it. ' +
      'You can switch it on again in Settings, under Security.',
  )
}

/** A recovery code was used to sign in; `left` more can be used. */
export function recoveryCodeUsedMail(person: Addressee, left: number): NewMessage {
  return mail(
    person,
    'Someone signed in with a recovery code',
    `Someone, hopefully you, just signed in to your Cooee account with a recovery code. ${leftInWords(left)}`,
  )
}

function leftInWords(left: number): string {
  if (left > 1) return `There are ${left} left.`
  const last = left === 1 ? "There's one left." : 'There are none left.'
  return `${last} To get new ones, switch the authenticator app off and on again in Settings, under Security.`
}
