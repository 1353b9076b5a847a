import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Addressee } from '../account-mails.ts'

/** A token was made: somebody with the password did it, hopefully the holder. */
export function accessTokenCreatedMail(
  person: Addressee,
  { name, circle, until }: { name: string; circle: string; until: string },
): NewMessage {
  return {
    channel: 'email',
    recipient: person.email,
    accountId: person.accountId,
    personId: person.id,
    subject: 'An access token was created for your Cooee account',
    text: mailBody(person, [
      `An access token named "${name}" has just been created for your Cooee account. Until ${until} a program that has ` +
        `it can use Cooee in your name, for ${circle}.`,
      "If it wasn't you, revoke it in Settings, under Security, and change your password straight away.",
    ]),
  }
}
