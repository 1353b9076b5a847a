import { isLocalName } from '../visitors/local-name.ts'
import type { Env } from './env.ts'

/** What is allowed, but would leave real people unreached: one sentence each, to be shown at every start. */
export function envWarnings(env: Env): string[] {
  if (env.TWILIO_ACCOUNT_SID === undefined) return []
  const warnings: string[] = []
  if (env.SMTP_URL === undefined) {
    warnings.push(
      'SMTP_URL is not set, so no mail is sent. Nobody is notified of a missed call or a request for help ' +
        'unless their profile has a number for text messages, and nobody can reset a password.',
    )
  }
  if (env.SMTP_URL === undefined && env.EMAIL_VERIFICATION) {
    warnings.push(
      'Without SMTP_URL nobody who registers can confirm their email, and no phone rings for them. ' +
        'Set SMTP_URL, or EMAIL_VERIFICATION=off where you know everybody who can register.',
    )
  }
  if (env.SMTP_URL !== undefined && !env.EMAIL_VERIFICATION) {
    warnings.push(
      'EMAIL_VERIFICATION is off: a new account can have any phone rung at once. Leave it on where strangers can register.',
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
  if (env.DAILY_SPEND_LIMIT === 0) {
    warnings.push(
      'DAILY_SPEND_LIMIT is not set: nothing ends what calls and texts may cost in a day, and no admin is notified. ' +
        'Set it to cents, and the PRICE_ variables to what your provider charges.',
    )
  }
  if (env.BILLING && env.STRIPE_SECRET_KEY === undefined) {
    warnings.push(
      'STRIPE_SECRET_KEY is not set, so cards are the built-in sandbox: subscribers pay nothing. ' +
        'Set it, or BILLING=off where nobody shall be charged.',
    )
  }
  if (isProvidersOwn(env.TWILIO_VOICE_API_BASE_URL ?? env.TWILIO_API_BASE_URL)) warnings.push(...callbackWarnings(env))
  const region = regionOf(env.TWILIO_VOICE_API_BASE_URL)
  if (region !== null && env.TWILIO_VOICE_AUTH_TOKEN === undefined) {
    warnings.push(
      `TWILIO_VOICE_API_BASE_URL is in the region ${region}, which has an auth token of its own: set it as TWILIO_VOICE_AUTH_TOKEN.`,
    )
  }
  return warnings
}

/** Whether the phones are reached at the provider itself: with no address of ours, or at a region's. */
function isProvidersOwn(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || new URL(baseUrl).hostname.endsWith('.twilio.com')
}

/**
 * The region in a host such as api.sydney.au1.twilio.com; null for the first region, and for other hosts.
 * Source: https://www.twilio.com/docs/global-infrastructure/using-the-twilio-rest-api-in-a-non-us-region
 */
function regionOf(baseUrl: string | undefined): string | null {
  const region = /\.([a-z]{2}\d)\.twilio\.com$/.exec(baseUrl === undefined ? '' : new URL(baseUrl).hostname)?.[1]
  return region === undefined || region === 'us1' ? null : region
}

/** What the provider could not ask us. */
function callbackWarnings(env: Env): string[] {
  const warnings: string[] = []
  if (!canBeReached(env.PUBLIC_URL)) {
    warnings.push(
      `The phone provider cannot call back ${env.PUBLIC_URL}: calls would ring and say nothing. ` +
        'Set PUBLIC_URL to an https address that can be reached from the internet.',
    )
  } else if (env.FALLBACK_URL === env.PUBLIC_URL) {
    warnings.push(
      'FALLBACK_URL is not set: who picks up while Cooee restarts may hear an error message of the phone provider. ' +
        'Set it to a TwiML Bin with the text in docs/operators.md, or to another Cooee.',
    )
  } else if (!canBeReached(env.FALLBACK_URL)) {
    warnings.push(`The phone provider cannot ask ${env.FALLBACK_URL}: set FALLBACK_URL to an https address.`)
  }
  return warnings
}

function canBeReached(address: string): boolean {
  const { protocol, host } = new URL(address)
  return protocol === 'https:' && !isLocalName(host)
}
