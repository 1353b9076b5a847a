import { formatDate, formatDateTime } from '#core/format/dates.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Account } from '#server/platform/http/authentication.ts'

type Addressee = Pick<Account, 'id' | 'email' | 'username' | 'firstName' | 'timezone'>

const to = ({ id, email, firstName, username }: Addressee, subject: string, paragraphs: string[]): NewMessage => ({
  channel: 'email',
  recipient: email,
  accountId: id,
  subject,
  text: mailBody({ firstName, username }, paragraphs),
})

/** Says when, what goes on until then, and how to undo it: also to a reader who did not ask for it. */
export function deletionPlannedMail(
  account: Addressee,
  deleteAt: Date,
  { publicUrl, stopsCalls }: { publicUrl: string; stopsCalls: boolean },
): NewMessage {
  return to(account, `We'll delete your Cooee account on ${formatDate(deleteAt, account.timezone)}`, [
    `We'll delete your Cooee account on ${formatDateTime(deleteAt, account.timezone)}, with your loved ones, contacts, calls, recordings and transcripts.`,
    stopsCalls
      ? "We've cancelled all calls, as you asked. If you keep the account, you'll need to schedule them again."
      : "We'll keep making your scheduled calls until then. To stop them now, cancel them or remove the loved one.",
    `Changed your mind, or it wasn't you? Keep the account in Settings: ${publicUrl}/settings?tab=security`,
    "If it wasn't you, change your password there too.",
  ])
}

/** Sent after the fact, as for every change of this kind. */
export function deletionUndoneMail(account: Addressee): NewMessage {
  return to(account, "We've kept your Cooee account", [
    "We won't delete your Cooee account: someone, hopefully you, chose to keep it. Nothing has changed.",
    "If it wasn't you, change your password straight away.",
  ])
}

/** Nothing of the account is kept, so the greeting has no name. */
const NOBODY = { firstName: null, username: '' }

/** The last mail. It names nobody, belongs to no account, and is deleted with its delivery. */
export function accountDeletedMail(email: string): NewMessage {
  return {
    channel: 'email',
    recipient: email,
    isDeletedOnceSent: true,
    subject: "We've deleted your Cooee account",
    text: mailBody(NOBODY, [
      "We've deleted your Cooee account and everything in it. We won't make any more calls.",
      'We forget your email address too, as soon as this email is on its way. Take care.',
    ]),
  }
}
