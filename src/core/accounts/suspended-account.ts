/** Why a call of an account that an admin has suspended was not placed, as a sentence. */
export const SUSPENDED_BY_ADMIN_REASON = 'Cooee has suspended this account, so we did not ring.'

/** What somebody reads who signs in to a suspended account with the right password. */
export function suspendedSignInText(contactEmail: string | undefined): string {
  const whom = contactEmail === undefined ? 'the people who run this Cooee' : contactEmail
  return `We have suspended this account, so you can't sign in and nothing rings. Nothing is deleted. Please write to ${whom}, and we will sort it out together.`
}

interface SuspendedMail {
  /** Whom to write to, where the operator says so. */
  contactEmail: string | undefined
}

/** The mail to the account holder when an admin suspends the account. */
export function accountSuspendedText({ contactEmail }: SuspendedMail): { subject: string; mail: string } {
  const subject = 'Your Cooee account is suspended'
  return {
    subject,
    mail: [
      `${subject} from now on. Cooee rings and texts nobody for it: no care calls, no alerts to contacts.`,
      'Please ring the people you care for yourself.',
      'Nothing is deleted, and your schedules stay where they are. You cannot sign in until the account is released.',
      'If you pay for a plan, it is not charged again while the account is suspended.',
      `If you think that this is a mistake, please ${contactEmail === undefined ? 'write to the people who run this Cooee' : `write to ${contactEmail}`}.`,
    ].join('\n\n'),
  }
}

/** The mail when it is released. `link` is the dashboard. */
export function accountReleasedText(link: string): { subject: string; mail: string } {
  const subject = 'Your Cooee account works again'
  return {
    subject,
    mail: [
      `${subject}. You can sign in, and scheduled calls ring again from now on. Calls that fell due meanwhile are not made up for.`,
      `Please look through what is scheduled: ${link}`,
    ].join('\n\n'),
  }
}

/** What the account holder is told by mail of each call that fell due while the account was suspended. */
export function suspendedAccountCallText({ name, localTime }: { name: string; localTime: string }): {
  subject: string
  mail: string
} {
  const headline = `We did not call ${name} at ${localTime}`
  return { subject: headline, mail: `${headline}. ${SUSPENDED_BY_ADMIN_REASON}\n\nPlease ring ${name} yourself.` }
}
