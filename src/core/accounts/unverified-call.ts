import type { NoticeText } from '../call-policy/late-notice.ts'

/** Why a call of an account whose e-mail was not verified was not placed, as a sentence. */
export const UNVERIFIED_REASON = 'Your email was not confirmed yet, so we did not ring.'

interface UnverifiedCall {
  name: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  /** Where the link can be sent again. */
  link: string
}

/**
 * What an account holder is told about a call that came due before their e-mail was verified: by mail alone, since no text leaves
 * for them. The mailbox may be a stranger's, so it names no number.
 */
export function unverifiedCallText({ name, localTime, link }: UnverifiedCall): Omit<NoticeText, 'sms'> {
  const headline = `We did not call ${name} at ${localTime}`
  return {
    subject: headline,
    mail: [
      `${headline}. ${UNVERIFIED_REASON}`,
      '',
      `Please ring ${name} yourself.`,
      'Calls start as soon as you open the link that we mailed to you when you registered.',
      `It works for 24 hours. Sign in to have it sent again: ${link}`,
      '',
      'If you do not know Cooee, somebody has mistyped their address. You can ignore this mail.',
    ].join('\n'),
  }
}
