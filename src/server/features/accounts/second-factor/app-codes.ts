import { Secret, TOTP } from 'otpauth'

/** What every authenticator app takes for granted (RFC 6238): six digits, 30 seconds, SHA-1. */
const FORM = { issuer: 'Cooee', algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** A phone's clock may be this many steps off, to either side. */
const DRIFT_STEPS = 1

/** A new secret for an app, in base32: 160 random bits, as RFC 4226 (4) advises. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The `otpauth://` address that apps read from a QR code. */
export function appAddress(secret: string, username: string): string {
  return appOf(secret, username).toString()
}

/** Whether it has the form of an app's code rather than of a recovery code. Blanks do not count. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(withoutBlanks(code))
}

/**
 * The time step of a code, counted in 30 seconds since 1970; null when it belongs neither to the present step nor to
 * one beside it.
 */
export function timeStepOf(secret: string, code: string, now: Date): number | null {
  if (!isAppCode(code)) return null
  const timestamp = now.getTime()
  const offset = appOf(secret).validate({ token: withoutBlanks(code), timestamp, window: DRIFT_STEPS })
  return offset === null ? null : TOTP.counter({ period: FORM.period, timestamp }) + offset
}

/** What an app with this secret shows at an instant. */
export function appCodeAt(secret: string, instant: Date): string {
  return appOf(secret).generate({ timestamp: instant.getTime() })
}

function appOf(secret: string, label = ''): TOTP {
  return new TOTP({ ...FORM, label, secret: Secret.fromBase32(secret) })
}

const withoutBlanks = (code: string): string => code.replaceAll(/\s/g, '')
