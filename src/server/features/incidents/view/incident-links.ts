import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { isSignatureOf, loadSigningKey, SIGNATURE, signatureOf } from '#server/platform/sealing/signing-key.ts'

/** Signs and reads the links that let one person act on one incident without signing in. */
export interface IncidentLinks {
  /** The last part of the address; good until `expiresAt`, to the minute. */
  tokenFor(incidentPersonId: number, expiresAt: Date): string
  /** Whose link it is; null when it was not signed here or has expired. */
  personOf(token: string, now: Date): number | null
}

const KEY_NAME = 'incident-links'
const MINUTE_MS = 60_000
const TOKEN = new RegExp(`^(([0-9a-z]{1,11})\\.([0-9a-z]{1,8}))\\.(${SIGNATURE})$`)

/** With the key that this installation made for itself at its first start. */
export async function loadIncidentLinks(deps: { db: Db; sealing: Sealing }): Promise<IncidentLinks> {
  return incidentLinks(await loadSigningKey(deps, KEY_NAME))
}

export function incidentLinks(secret: Buffer): IncidentLinks {
  const signed = (claim: string) => `incident ${claim}`
  return {
    tokenFor(incidentPersonId, expiresAt) {
      const claim = `${incidentPersonId.toString(36)}.${Math.ceil(expiresAt.getTime() / MINUTE_MS).toString(36)}`
      return `${claim}.${signatureOf(secret, signed(claim))}`
    },
    personOf(token, now) {
      const [, claim = '', person = '', minute = '', signature = ''] = TOKEN.exec(token) ?? []
      if (!isSignatureOf(secret, signed(claim), signature)) return null
      return parseInt(minute, 36) * MINUTE_MS >= now.getTime() ? parseInt(person, 36) : null
    },
  }
}
