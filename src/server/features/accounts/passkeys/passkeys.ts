import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import {
  type AddPasskeyBody,
  type BeginPasskeyBody,
  MAX_PASSKEYS,
  type Passkey,
  type PasskeyCreation,
} from '#contract/accounts/sign-in/passkeys.ts'
import { memberName } from '#core/names/member-name.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PasskeysTable } from '#server/platform/database/schema.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { Person, Session } from '#server/platform/http/requests/authentication.ts'
import { recordMemberActivity } from '../circle/members.ts'
import type { MailingDeps } from '../deps.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { confirmCode } from '../second-factor/confirm-code.ts'
import { lockPerson, type SecondFactorDeps } from '../second-factor/switch-on.ts'
import { CHALLENGE_MS, newChallenge, takeChallenge } from './challenges.ts'
import { countPasskeys } from './count-passkeys.ts'
import { notePasskey } from './note-passkey.ts'
import { passkeyAddedMail, passkeyRemovedMail } from './passkey-mails.ts'
import { placeOf } from './passkey-place.ts'
import { PASSKEY_ALGORITHMS, verifyNewPasskey } from './verify-passkey.ts'

export type PasskeyDeps = MailingDeps & SecondFactorDeps

type Asking = Pick<Session, 'account' | 'person'>

const LISTED = ['id', 'name', 'createdAt', 'lastUsedAt'] as const
const HANDLE_BYTES = 32
const TOO_MANY = `You have ${MAX_PASSKEYS} passkeys. Please remove one first.`
export const TOO_LATE = 'That took too long. Please try again.'

/** The person's passkeys, the newest first. */
export async function listPasskeys(db: Db, person: Pick<Person, 'id'>): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(LISTED)
    .where('personId', '=', person.id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(present)
}

/**
 * What a browser is asked to make a passkey, for who knows the password and, where signing in asks for a code, has one: a
 * passkey stands for both. Refuses an eleventh (`conflict`), and a Cooee at whose address browsers take none.
 */
export async function beginPasskey(
  deps: PasskeyDeps,
  person: Person,
  { password, code, device, address }: BeginPasskeyBody & { device: string | undefined; address: string },
): Promise<PasskeyCreation> {
  const { db, clock, publicUrl } = deps
  const { rpId } = placeOf(publicUrl)
  await confirmPassword({ db, clock }, person, { password, device, field: 'password' })
  const known = await db
    .selectFrom('passkeys')
    .select(['credentialId', 'userHandle'])
    .where('personId', '=', person.id)
    .orderBy('id')
    .execute()
  if (known.length >= MAX_PASSKEYS) throw new AppError('conflict', TOO_MANY)
  await confirmCode(deps, person, { code, address })
  // One for all of a person's passkeys, so that a device keeps one of them for this Cooee; random, so that it says nothing.
  const userHandle = known[0]?.userHandle ?? randomBytes(HANDLE_BYTES)
  const challenge = await newChallenge(db, { personId: person.id, userHandle }, clock.now())
  return {
    challenge,
    rp: { id: rpId, name: 'Cooee' },
    user: { id: userHandle.toString('base64url'), name: person.username, displayName: memberName(person) },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(({ credentialId }) => ({
      ...{ id: credentialId.toString('base64url'), type: 'public-key' },
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/**
 * Keeps the passkey that a browser made for a challenge of this person. Refuses a challenge that was used or has expired,
 * a key that is known already, and an eleventh (`conflict`); whatever else is not right is `invalid`. The person is
 * mailed; the activity log and the audit log say so.
 */
export async function addPasskey(
  { db, jobs, clock, publicUrl }: PasskeyDeps,
  { account, person }: Asking,
  { name, credential }: AddPasskeyBody,
): Promise<Passkey> {
  const place = placeOf(publicUrl)
  const now = clock.now()
  const taken = await takeChallenge(db, credential.response.clientDataJSON, person.id, now)
  if (!taken?.userHandle) throw new AppError('conflict', TOO_LATE)
  const { challenge, userHandle } = taken
  const key = await verifyNewPasskey(credential, { ...place, challenge })
  if (!key) throw new AppError('invalid', "We couldn't add that passkey. Please try again.", { field: 'credential' })
  return db.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id)
    if ((await countPasskeys(trx, person.id)) >= MAX_PASSKEYS) throw new AppError('conflict', TOO_MANY)
    const row = await trx
      .insertInto('passkeys')
      .values({ personId: person.id, name, ...key, userHandle, createdAt: now })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning(LISTED)
      .executeTakeFirst()
    if (!row) throw new AppError('conflict', 'That passkey is used already')
    await recordMemberActivity(trx, account, 'member_updated', `${account.by.name} added the passkey "${name}"`)
    await notePasskey(trx, 'passkey.added', { accountId: account.id, personId: person.id, passkeyId: row.id, at: now })
    const mail = passkeyAddedMail({ ...person, accountId: account.id }, name)
    await enqueueMessage(jobs, trx, { ...mail, createdAt: now })
    return present(row)
  })
}

/** Gives one passkey of the person another name; those of others are not found. */
export async function renamePasskey(
  db: Db,
  person: Pick<Person, 'id'>,
  id: number,
  name: string | undefined,
): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set((eb) => ({ name: name ?? eb.ref('name') }))
    .where('id', '=', id)
    .where('personId', '=', person.id)
    .returning(LISTED)
    .executeTakeFirst()
  if (!row) throw notFound('Passkey')
  return present(row)
}

/** Removes one passkey of the person: it signs in no more. Those of others are not found. Sessions that it began go on. */
export async function removePasskey(
  { db, jobs, clock }: MailingDeps,
  { account, person }: Asking,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('personId', '=', person.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Passkey')
    const now = clock.now()
    const { name } = removed
    await recordMemberActivity(trx, account, 'member_updated', `${account.by.name} removed the passkey "${name}"`)
    await notePasskey(trx, 'passkey.removed', { accountId: account.id, personId: person.id, passkeyId: id, at: now })
    const mail = passkeyRemovedMail({ ...person, accountId: account.id }, name)
    await enqueueMessage(jobs, trx, { ...mail, createdAt: now })
  })
}

function present({ createdAt, lastUsedAt, ...row }: Pick<Selectable<PasskeysTable>, (typeof LISTED)[number]>): Passkey {
  return { ...row, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
