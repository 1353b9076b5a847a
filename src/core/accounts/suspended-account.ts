import { shortName } from '../escalation/texts/parts/short-name.ts'

/** Why a call of an account that an admin has suspended was not placed, as a sentence. */
export const SUSPENDED_BY_ADMIN_REASON = "We've suspended this account, so we didn't ring."

/** What somebody reads who signs in to a suspended account with the right password. */
export function suspendedSignInText(contactEmail: string | undefined): string {
  const whom = contactEmail === undefined ? 'the people who run this Cooee' : contactEmail
  return `We've suspended this account, so you can't sign in and we don't ring anyone. Nothing is deleted. Please write to ${whom}, and we'll sort it out together.`
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
      `${subject}. From now on we won't ring or text anyone for it: no care calls, no alerts.`,
      'Please ring the people you care for yourself.',
      "Nothing is deleted, and your schedules stay as they are. You can't sign in until we release the account.",
      "If you pay for a plan, we won't charge you while the account is suspended.",
      `If you think this is a mistake, please ${contactEmail === undefined ? 'write to the people who run this Cooee' : `write to ${contactEmail}`}.`,
    ].join('\n\n'),
  }
}

/** The mail when it is released. `link` is the dashboard. */
export function accountReleasedText(link: string): { subject: string; mail: string } {
  const subject = 'Your Cooee account works again'
  return {
    subject,
    mail: [
      `${subject}. You can sign in, and your scheduled calls ring again from now on. We won't make up for the ones you missed in between.`,
      `Please check your scheduled calls: ${link}`,
    ].join('\n\n'),
  }
}

/** The mail to the account holder about each call that fell due while the account was suspended. */
export function suspendedAccountCallText({ name, localTime }: { name: string; localTime: string }): {
  subject: string
  mail: string
} {
  const headline = `We didn't ring ${name} at ${localTime}`
  return {
    subject: headline,
    mail: `${SUSPENDED_BY_ADMIN_REASON} This is about the call to ${name} at ${localTime}.\n\nPlease ring ${shortName(name)} yourself.`,
  }
}
