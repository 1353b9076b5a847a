import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { isSignatureOf, loadSigningKey, SIGNATURE, signatureOf } from '#server/platform/sealing/signing-key.ts'
import { type ContactRow, readContact } from '../state/contact-rows.ts'

interface LinkDeps {
  db: Db
  sealing: Sealing
}

const KEY_NAME = 'contact-links'
const TOKEN = new RegExp(`^(([0-9a-z]{1,11})\\.([0-9a-z]{1,7}))\\.(${SIGNATURE})$`)

/** Signed for the contact, the version of the link and the number, so that a link belongs to the phone it was sent to. */
const claimOf = ({ id, linkVersion }: Pick<ContactRow, 'id' | 'linkVersion'>) =>
  `${id.toString(36)}.${linkVersion.toString(36)}`
const signedFor = (claim: string, phoneNumber: string) => `contact ${claim} ${phoneNumber}`

/** The last part of the address of a contact's own page. It works until they are removed or have another number. */
export async function contactTokenOf(
  deps: LinkDeps,
  contact: Pick<ContactRow, 'id' | 'linkVersion' | 'phoneNumber'>,
): Promise<string> {
  const claim = claimOf(contact)
  return `${claim}.${signatureOf(await loadSigningKey(deps, KEY_NAME), signedFor(claim, contact.phoneNumber))}`
}

/** Whose page a token opens; null for one that is forged, or of a contact who was removed or has another number since. */
export async function contactOfToken(deps: LinkDeps, token: string): Promise<ContactRow | null> {
  const [, claim = '', id = '', , signature = ''] = TOKEN.exec(token) ?? []
  const contactId = parseInt(id, 36)
  if (!Number.isSafeInteger(contactId)) return null
  const contact = await readContact(deps.db, contactId)
  // What is missing is checked against a signature as well: it takes as long.
  const expected = signedFor(claim, contact?.phoneNumber ?? '')
  const isSigned = isSignatureOf(await loadSigningKey(deps, KEY_NAME), expected, signature)
  return contact && isSigned && claim === claimOf(contact) ? contact : null
}
