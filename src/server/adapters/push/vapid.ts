import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** Half a day: RFC 8292 allows a day, and clocks differ. */
const GOOD_FOR_SECONDS = 12 * 3600

/** Who sends, proved to push services (RFC 8292). */
export interface Vapid {
  /** An uncompressed point of P-256, in base64url. */
  publicKey: string
  /** The header `Authorization` for a push service. */
  authorization(endpoint: string, now: Date): string
}

/** The key pair that 32 secret bytes stand for, always the same one. `contact`: a `mailto:` or `https:` address of the operator. */
export function vapidFrom(secret: Buffer, contact: string): Vapid {
  const { publicKey, privateKey } = keysFrom(secret)
  return {
    publicKey,
    authorization(endpoint, now) {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now.getTime() / 1000) + GOOD_FOR_SECONDS,
        sub: contact,
      }
      const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

function keysFrom(secret: Buffer): { publicKey: string; privateKey: KeyObject } {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(secret)
  } catch {
    // One in 2³² is no number of the curve.
    return keysFrom(createHash('sha256').update(secret).digest())
  }
  const point = curve.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: part(1), y: part(33) }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
