import type { NewMessage } from '#server/features/messages/public.ts'
import { type Addressee, greeting } from '../account-mails.ts'

const IF_NOT_YOU =
  'If it was not you, reset the password on the sign-in page straight away, and answer whoever runs this Cooee.'

function mail(account: Addressee, subject: string, ...paragraphs: string[]): NewMessage {
  return {
    channel: 'email',
    recipient: account.email,
    accountId: account.id,
    subject,
    text: [greeting(account), ...paragraphs, IF_NOT_YOU, 'Cooee'].join('\n\n'),
  }
}

/** Signing in asks for a code from now on. */
export function secondFactorOnMail(account: Addressee): NewMessage {
  return mail(
    account,
    'Signing in to Cooee asks for a code now',
    'An authenticator app was switched on for your Cooee account just now. Signing in asks for a code from it, and ' +
      'every other device was signed out.',
    'Keep the recovery codes where you find them without your phone.',
  )
}

/** Signing in asks for the password only, as its holder wanted. */
export function secondFactorOffMail(account: Addressee): NewMessage {
  return mail(
    account,
    'Signing in to Cooee asks for no code any more',
    'The authenticator app of your Cooee account was switched off just now. Signing in asks for the password only.',
  )
}

/** The same as the operator's doing. */
export function secondFactorRemovedMail(account: Addressee): NewMessage {
  return mail(
    account,
    'Signing in to Cooee asks for no code any more',
    'Whoever runs this Cooee has removed the authenticator app from your account, so that you can sign in without it. ' +
      'You can switch it on again under Settings, Security.',
  )
}

/** Somebody signed in with a recovery code; `left` more can be used. */
export function recoveryCodeUsedMail(account: Addressee, left: number): NewMessage {
  return mail(
    account,
    'A recovery code of your Cooee account was used',
    `Somebody, hopefully you, signed in to your Cooee account with a recovery code just now. ${leftInWords(left)}`,
  )
}

function leftInWords(left: number): string {
  if (left > 1) return `${left} are left.`
  const last = left === 1 ? 'One is left.' : 'None is left.'
  return `${last} To get new ones, switch the authenticator app off and on again under Settings, Security.`
}
