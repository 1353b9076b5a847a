import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { WaysIn } from './passwords/count-ways-in.ts'

export interface Addressee {
  id: number
  /** Whose mail it is counted and exported as. */
  accountId: number | null
  email: string
  username: string
  firstName: string | null
}

const CHECK_PASSKEYS = "If you don't know one, remove it in Settings, under Security."
const CHECK_TOKENS = "If you don't know one, revoke it in Settings, under Security."

type AccountMail = Pick<NewMessage, 'isSecret' | 'isUrgent'> & { subject: string; paragraphs: readonly string[] }

function mailTo(person: Addressee, { paragraphs, ...mail }: AccountMail): NewMessage {
  const text = mailBody(person, paragraphs)
  const { id: personId, accountId } = person
  return { channel: 'email', recipient: person.email, accountId, personId, ...mail, text }
}

/** The mail with the link that sets a new password. The link is the secret: anybody who has it can use it once. */
export function resetLinkMail(person: Addressee, link: string): NewMessage {
  return mailTo(person, {
    isSecret: true,
    subject: 'Reset your Cooee password',
    paragraphs: [
      'Someone, hopefully you, asked to reset your Cooee password. Set a new one here:',
      link,
      "The link works once, for 60 minutes. If it wasn't you, nothing has changed and you can ignore this email.",
    ],
  })
}

/**
 * The mail with the link that verifies an address. `isFirst`: until the link is opened no phone rings for the account.
 */
export function verificationMail(person: Addressee, { link, isFirst }: { link: string; isFirst: boolean }): NewMessage {
  return mailTo(person, {
    isSecret: true,
    isUrgent: true,
    subject: 'Confirm your email for Cooee',
    paragraphs: [
      'Please confirm this is your email address:',
      link,
      isFirst
        ? "The link works once, for 24 hours. You can schedule calls now, but we won't ring anyone until you've opened it."
        : "The link works once, for 24 hours. We'll keep making your calls in the meantime.",
      "Don't know Cooee? Someone has typed the wrong address. You can ignore this email.",
    ],
  })
}

/**
 * Sent after the fact, so that a change by somebody else does not go unnoticed; `andSo` says which devices were signed
 * out. Passkeys and access tokens outlive a password: people who have some read it here. `silenced`: how many of the devices
 * that were signed out got notifications until then.
 */
export function passwordChangedMail(
  person: Addressee,
  andSo: string,
  { passkeys, tokens, silenced }: WaysIn & { silenced: number },
): NewMessage {
  return mailTo(person, {
    subject: 'Your Cooee password was changed',
    paragraphs: [
      `Your Cooee password has just been changed, and ${andSo}.`,
      ...(passkeys > 0
        ? [`${passkeys === 1 ? 'Your passkey still works' : `Your ${passkeys} passkeys still work`}. ${CHECK_PASSKEYS}`]
        : []),
      ...(tokens > 0
        ? [
            `${tokens === 1 ? 'Your access token still works' : `Your ${tokens} access tokens still work`}. ${CHECK_TOKENS}`,
          ]
        : []),
      ...(silenced > 0
        ? ['A device that we signed out gets no notifications any more. Sign in there and switch them on again.']
        : []),
      "If it wasn't you, reset your password on the sign-in page straight away.",
    ],
  })
}

/**
 * Goes to the old address: the owner of the new one knows already. The link undoes the change, so anybody who has it
 * can.
 */
export function contactDetailsChangedMail(
  person: Addressee,
  { changes, link }: { changes: readonly string[]; link: string },
): NewMessage {
  return mailTo(person, {
    isSecret: true,
    subject: 'Your Cooee contact details were changed',
    paragraphs: [
      ...changes,
      "If it wasn't you, undo it within 3 days with this link. It also signs out every device:",
      link,
    ],
  })
}

/** To the address that belongs to the account again. */
export function contactDetailsRestoredMail(person: Addressee): NewMessage {
  return mailTo(person, {
    subject: "We've undone the change to your Cooee account",
    paragraphs: [
      "We'll write to you here again, and we've signed out every device.",
      'Someone may know your password. Please set a new one: choose "Forgot password?" on the sign-in page.',
    ],
  })
}
