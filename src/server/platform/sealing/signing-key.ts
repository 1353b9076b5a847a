import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from './sealing.ts'

/**
 * The key of that name, which this installation makes for itself when it is first asked for. A key that cannot be read
 * is replaced by one that is the same in every process: links signed before do not work meanwhile.
 */
export async function loadSigningKey({ db, sealing }: { db: Db; sealing: Sealing }, name: string): Promise<Buffer> {
  const known = await keyOf(db, name)
  const { secret, sealedWith } = known ?? (await makeKey({ db, sealing }, name))
  const opened = sealing.openBytes('signing_keys.secret', { name }, { value: secret, sealedWith })
  return opened.kind === 'opened' ? opened.content : loadSigningKey({ db, sealing }, `${name} without ${opened.keyId}`)
}

function keyOf(db: Db, name: string) {
  return db.selectFrom('signingKeys').select(['secret', 'sealedWith']).where('name', '=', name).executeTakeFirst()
}

/** Of two processes that make it at once, one wins. */
async function makeKey({ db, sealing }: { db: Db; sealing: Sealing }, name: string) {
  const { value, sealedWith } = sealing.sealBytes('signing_keys.secret', { name }, randomBytes(32))
  await db
    .insertInto('signingKeys')
    .values({ name, secret: value, sealedWith })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await keyOf(db, name)
  if (!made) throw new Error(`Signing key ${name} is gone again`)
  return made
}

/** 128 bits of the signature: short enough for a text message, far too many to guess. */
const SIGNATURE_BYTES = 16
const SIGNATURE_CHARACTERS = 25

/** The form of `signed`, for a pattern. */
export const SIGNATURE = `[0-9a-z]{${SIGNATURE_CHARACTERS}}`

/** Signs what a link claims: letters and digits alone, since phones leave a dash at the end out of a link in a text. */
export function signatureOf(secret: Buffer, claim: string): string {
  const signature = createHmac('sha256', secret).update(claim).digest().subarray(0, SIGNATURE_BYTES)
  return BigInt(`0x${signature.toString('hex')}`)
    .toString(36)
    .padStart(SIGNATURE_CHARACTERS, '0')
}

/** Whether a signature is that of the claim; takes as long for every wrong one. */
export function isSignatureOf(secret: Buffer, claim: string, given: string): boolean {
  const [expected, present] = [Buffer.from(signatureOf(secret, claim)), Buffer.from(given)]
  return expected.length === present.length && timingSafeEqual(expected, present)
}
