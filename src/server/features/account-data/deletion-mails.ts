import { formatDate, formatDateTime } from '#core/format/dates.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Account } from '#server/platform/http/requests/authentication.ts'

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

/** To a member who is not the owner: whom they look after is rung until then, and not after it. */
export function circleDeletionPlannedMail(
  member: Addressee,
  deleteAt: Date,
  { circle, owner, stopsCalls }: { circle: string; owner: string; stopsCalls: boolean },
): NewMessage {
  return to(member, `${circle} on Cooee will be deleted on ${formatDate(deleteAt, member.timezone)}`, [
    `${owner} has asked us to delete ${circle} on ${formatDateTime(deleteAt, member.timezone)}, with its loved ones, contacts, calls, recordings and transcripts.`,
    stopsCalls
      ? "We've cancelled all calls, as they asked. We ring nobody in the family any more."
      : "We'll keep making the scheduled calls until then.",
    `Should it stay? Please talk to ${owner}, who can keep it until then.`,
  ])
}

/** To a member who is not the owner, when the circle was kept. */
export function circleKeptMail(member: Addressee, { circle }: { circle: string }): NewMessage {
  return to(member, `${circle} stays on Cooee`, [`${circle} won't be deleted. Nothing has changed.`])
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
