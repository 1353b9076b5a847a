import type { NoticeText } from '../call-policy/late-notice.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'

/** Why a call of an account whose e-mail was not verified was not placed, as a sentence. */
export const UNVERIFIED_REASON = "You hadn't confirmed your email, so we didn't ring."

interface UnverifiedCall {
  name: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  /** Where the link can be sent again. */
  link: string
}

/** Says that a call came due before the e-mail was verified: by mail alone, and without a number, since the mailbox may be a stranger's. */
export function unverifiedCallText({ name, localTime, link }: UnverifiedCall): Omit<NoticeText, 'sms'> {
  const headline = `We didn't ring ${name} at ${localTime}`
  return {
    subject: headline,
    mail: [
      `${UNVERIFIED_REASON} This is about the call to ${name} at ${localTime}.`,
      '',
      `Please ring ${shortName(name)} yourself.`,
      'Calls start as soon as you open the link we emailed you when you registered.',
      `The link works for 24 hours. Sign in to get a new one: ${link}`,
      '',
      "Don't know Cooee? Someone has typed the wrong address. You can ignore this email.",
    ].join('\n'),
  }
}
