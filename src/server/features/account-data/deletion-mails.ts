import { formatDateTime } from '#core/format/dates.ts'
import { sentGreeting } from '#core/names/sent-words.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Account } from '#server/platform/authentication.ts'

type Addressee = Pick<Account, 'id' | 'email' | 'username' | 'firstName' | 'timezone'>

const to = ({ id, email, firstName, username }: Addressee, subject: string, paragraphs: string[]): NewMessage => ({
  channel: 'email',
  recipient: email,
  accountId: id,
  subject,
  text: [sentGreeting({ firstName, username }), ...paragraphs, 'Cooee'].join('\n\n'),
})

/** Says when, what goes on until then, and how to undo it: also to somebody who did not ask for it. */
export function deletionPlannedMail(
  account: Addressee,
  deleteAt: Date,
  { publicUrl, stopsCalls }: { publicUrl: string; stopsCalls: boolean },
): NewMessage {
  return to(account, 'Your Cooee account will be deleted', [
    `Your Cooee account will be deleted on ${formatDateTime(deleteAt, account.timezone)}, with your loved ones, contacts, calls, recordings and transcripts.`,
    stopsCalls
      ? 'All calls were cancelled at once, as you chose. If you keep the account, schedule them again.'
      : 'Scheduled calls go on until then. To stop them at once, cancel them or remove the loved one.',
    `If you change your mind, or it was not you, keep the account in the settings: ${publicUrl}/settings?tab=security`,
    'If it was not you, change your password there, too.',
  ])
}

/** Told after the fact, as every change of this kind. */
export function deletionUndoneMail(account: Addressee): NewMessage {
  return to(account, 'Your Cooee account is kept', [
    'Your Cooee account will not be deleted: somebody, hopefully you, chose to keep it. Nothing has changed.',
    'If it was not you, change your password straight away.',
  ])
}

/** The last one. It names nobody, belongs to no account, and goes with its delivery. */
export function accountDeletedMail(email: string): NewMessage {
  return {
    channel: 'email',
    recipient: email,
    isDeletedOnceSent: true,
    subject: 'Your Cooee account has been deleted',
    text: [
      'Hello,',
      'Your Cooee account has been deleted, with everything that was kept in it. No further calls are placed.',
      'This mail address is forgotten as well, as soon as this mail is on its way. Take care.',
      'Cooee',
    ].join('\n\n'),
  }
}
