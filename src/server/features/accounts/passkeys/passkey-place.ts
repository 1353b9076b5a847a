import { isIP } from 'node:net'
import { AppError } from '#server/platform/http/app-error.ts'

/** Where passkeys of this Cooee work: they are bound to a host name, and signed for one origin. */
export interface PasskeyPlace {
  rpId: string
  origin: string
}

/**
 * From PUBLIC_URL; null where browsers take no passkeys: on plain http, but for localhost, and on an address without a
 * name (https://www.w3.org/TR/webauthn-3/#rp-id).
 */
export function passkeyPlace(publicUrl: string): PasskeyPlace | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null
  return { rpId: hostname, origin }
}

/** The same, or a refusal (`conflict`). */
export function placeOf(publicUrl: string): PasskeyPlace {
  const place = passkeyPlace(publicUrl)
  if (!place) throw new AppError('conflict', "Passkeys can't be used at the address of this Cooee")
  return place
}
