import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Addressee } from '../account-mails.ts'

function mail(person: Addressee, subject: string, paragraphs: readonly string[]): NewMessage {
  return {
    channel: 'email',
    recipient: person.email,
    accountId: person.accountId,
    personId: person.id,
    subject,
    text: mailBody(person, paragraphs),
  }
}

/** A passkey signs in from now on: somebody with the password added it, hopefully its owner. */
export function passkeyAddedMail(person: Addressee, name: string): NewMessage {
  return mail(person, 'A passkey was added to your Cooee account', [
    `A passkey named "${name}" has just been added to your Cooee account. Anyone with that device can sign in without your password.`,
    "If it wasn't you, remove it in Settings, under Security, and change your password straight away.",
  ])
}

/** It signs in no more. */
export function passkeyRemovedMail(person: Addressee, name: string): NewMessage {
  return mail(person, 'A passkey was removed from your Cooee account', [
    `The passkey named "${name}" has just been removed from your Cooee account. It can't be used to sign in any more.`,
    "If it wasn't you, change your password in Settings, under Security, straight away.",
  ])
}
