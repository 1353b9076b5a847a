import type { Env } from './env.ts'
import { isLocalName } from './local-name.ts'

/** What is allowed, but would leave real people unreached: one sentence each, to be shown at every start. */
export function envWarnings(env: Env): string[] {
  if (env.TWILIO_ACCOUNT_SID === undefined) return []
  const warnings: string[] = []
  if (env.SMTP_URL === undefined) {
    warnings.push(
      'SMTP_URL is not set, so no mail is sent. Nobody is told of a missed call or a request for help ' +
        'unless their profile has a number for text messages, and nobody can reset a password.',
    )
  }
  if (env.CONTACT_EMAIL === undefined) {
    warnings.push('CONTACT_EMAIL is not set: the contact and privacy pages name no address to write to.')
  }
  if (env.ENCRYPTION_KEY === undefined) {
    warnings.push(
      'ENCRYPTION_KEY is not set: recordings, transcripts, notes about loved ones and secrets are stored unencrypted. ' +
        'Make a key with openssl rand -base64 32, and keep it apart from the backups.',
    )
  }
  if (env.BILLING && env.STRIPE_SECRET_KEY === undefined) {
    warnings.push(
      'STRIPE_SECRET_KEY is not set, so cards are the built-in sandbox: whoever subscribes pays nothing. ' +
        'Set it, or BILLING=off where nobody shall be charged.',
    )
  }
  const { protocol, host } = new URL(env.PUBLIC_URL)
  if (env.TWILIO_API_BASE_URL === undefined && (protocol !== 'https:' || isLocalName(host))) {
    warnings.push(
      `The phone provider cannot call back ${env.PUBLIC_URL}: calls would ring and say nothing. ` +
        'Set PUBLIC_URL to an https address that can be reached from the internet.',
    )
  }
  return warnings
}
