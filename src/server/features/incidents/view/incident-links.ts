import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** Signs and reads the links that let one person act on one incident without signing in. */
export interface IncidentLinks {
  /** The last part of the address; good until `expiresAt`, to the minute. */
  tokenFor(personId: number, expiresAt: Date): string
  /** Whose link it is; null when it was not signed here or has expired. */
  personOf(token: string, now: Date): number | null
}

const KEY_NAME = 'incident-links'
const MINUTE_MS = 60_000
/** 128 bits of the signature: short enough for a text message, far too many to guess. */
const SIGNATURE_BYTES = 16
const SIGNATURE_CHARACTERS = 25

interface LinkDeps {
  db: Db
  sealing: Sealing
}

/** With the key that this installation made for itself at its first start. */
export async function loadIncidentLinks(deps: LinkDeps): Promise<IncidentLinks> {
  return incidentLinks(await loadKey(deps, KEY_NAME))
}

/** A key that cannot be read is replaced by one that is the same in every process. Links sent before do not work meanwhile. */
async function loadKey({ db, sealing }: LinkDeps, name: string): Promise<Buffer> {
  const made = sealing.sealBytes('signing_keys.secret', { name }, randomBytes(32))
  await db
    .insertInto('signingKeys')
    .values({ name, secret: made.value, sealedWith: made.sealedWith })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { secret, sealedWith } = await db
    .selectFrom('signingKeys')
    .select(['secret', 'sealedWith'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const opened = sealing.openBytes('signing_keys.secret', { name }, { value: secret, sealedWith })
  return opened.kind === 'opened' ? opened.content : loadKey({ db, sealing }, `${name} without ${opened.keyId}`)
}

export function incidentLinks(secret: Buffer): IncidentLinks {
  // Letters and digits alone: phones leave a dash at the end out of the link they make of an address in a text message.
  const sign = (claim: string) => {
    const signature = createHmac('sha256', secret).update(`incident ${claim}`).digest().subarray(0, SIGNATURE_BYTES)
    return BigInt(`0x${signature.toString('hex')}`)
      .toString(36)
      .padStart(SIGNATURE_CHARACTERS, '0')
  }
  return {
    tokenFor(personId, expiresAt) {
      const claim = `${personId.toString(36)}.${Math.ceil(expiresAt.getTime() / MINUTE_MS).toString(36)}`
      return `${claim}.${sign(claim)}`
    },
    personOf(token, now) {
      const [, claim = '', person = '', minute = '', signature = ''] =
        /^(([0-9a-z]{1,11})\.([0-9a-z]{1,8}))\.([0-9a-z]{25})$/.exec(token) ?? []
      const expected = Buffer.from(sign(claim))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return parseInt(minute, 36) * MINUTE_MS >= now.getTime() ? parseInt(person, 36) : null
    },
  }
}
