import type { PasskeyRequest, PasskeySignInBody } from '#contract/accounts/sign-in/passkeys.ts'
import { suspendedSignInText } from '#core/accounts/suspended-account.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { IS_LEAVING, PERSON_COLUMNS } from '../profile/person-columns.ts'
import { isSuspended } from '../sign-in/is-suspended.ts'
import { countLoginTry, forgiveLoginTries } from '../sign-in/login-throttle.ts'
import { endSessionOf, hashToken, homeOf, startSession, type Visitor } from '../sign-in/sessions.ts'
import { CHALLENGE_MS, newChallenge, takeChallenge } from './challenges.ts'
import { notePasskey } from './note-passkey.ts'
import { placeOf } from './passkey-place.ts'
import { TOO_LATE } from './passkeys.ts'
import { verifySignIn } from './verify-passkey.ts'

interface PasskeySignInDeps {
  db: Db
  clock: Clock
  log: Logger
  publicUrl: string
  /** Whom to write to, if the operator says so. */
  contactEmail?: string | undefined
}

/** The same for a key that nobody has, for one of an account that is being deleted, and for a wrong signature. */
const REFUSED = "We couldn't sign you in with that passkey. Please use your password."

/** Each begun sign-in is a row for five minutes. */
export const PASSKEY_SIGN_INS: Quota = {
  name: 'passkey-sign-in',
  limit: 60,
  windowSeconds: 60,
  message: 'Too many sign-ins from your network. Please try again in a minute.',
}

/** What a browser is asked to sign in with whichever passkey its owner chooses: it names nobody. */
export async function beginPasskeySignIn(
  { db, clock, publicUrl }: Pick<PasskeySignInDeps, 'db' | 'clock' | 'publicUrl'>,
  address: string,
): Promise<PasskeyRequest> {
  const { rpId } = placeOf(publicUrl)
  await spendQuota(db, PASSKEY_SIGN_INS, address, clock.now())
  const challenge = await newChallenge(db, null, clock.now())
  return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' }
}

/**
 * Signs in with what a passkey signed. It stands for the password and, as its device recognised its owner, for a second
 * factor too. Tries that fail count like wrong passwords, by the passkey's person and the network address. A sign-in in a
 * browser that has a session of the person (`replaced`, its token) replaces that session. A passkey whose count went back
 * may be a copy: it is refused, and the audit log says so. A suspended account gets the reason why it does not open.
 */
export async function signInWithPasskey(
  deps: PasskeySignInDeps,
  { credential }: PasskeySignInBody,
  visitor: Visitor,
  replaced?: string,
): Promise<{ person: Person; accountId: number; token: string }> {
  const { db, clock, log, publicUrl } = deps
  const place = placeOf(publicUrl)
  const { address, device } = visitor
  const deviceHash = device === undefined ? undefined : hashToken(device)
  const now = clock.now()
  const taken = await takeChallenge(db, credential.response.clientDataJSON, null, now)
  if (!taken) throw new AppError('unauthenticated', TOO_LATE)
  const found = await findPasskey(db, credential)
  const identifier = found ? passkeyIdentifier(found.person.id) : `passkey\n${credential.id.slice(0, 60)}`
  const loginTry = { address, identifier, personId: found?.person.id, deviceHash }
  await countLoginTry(db, loginTry, now)
  const signCount = found && (await verifySignIn(credential, found, { ...place, challenge: taken.challenge }))
  if (!found || signCount === null) {
    log.warn({ personId: found?.person.id ?? null, visitor: address }, 'Sign-in with a passkey refused')
    throw new AppError('unauthenticated', REFUSED)
  }
  const { person } = found
  const outcome = await db.transaction().execute(async (trx) => {
    const still = await trx
      .selectFrom('people')
      .select(['id', isSuspended(person.accountId).as('isSuspended')])
      .where('id', '=', person.id)
      .where(({ not }) => not(IS_LEAVING))
      .forShare()
      .executeTakeFirst()
    const used = still ? await keepSignCount(trx, found.passkeyId, signCount, now) : 'gone'
    if (used === 'gone') return 'refused' as const
    if (used === 'went_back') {
      const { passkeyId } = found
      const { accountId, id: personId } = person
      await notePasskey(trx, 'passkey.count_went_back', { accountId, personId, passkeyId, at: now })
      return 'went_back' as const
    }
    await forgiveLoginTries(trx, { ...loginTry, personId: person.id }, now)
    if (still?.isSuspended) return 'suspended' as const
    if (replaced) await endSessionOf(trx, person.id, replaced)
    return { token: await startSession(trx, person, now, visitor) }
  })
  if (outcome === 'suspended') {
    log.warn({ personId: person.id, visitor: address }, 'Sign-in refused; the account is suspended')
    throw new AppError('not_allowed', suspendedSignInText(deps.contactEmail))
  }
  if (outcome === 'refused' || outcome === 'went_back') {
    log.warn({ personId: person.id, visitor: address, outcome }, 'Sign-in with a passkey refused')
    throw new AppError('unauthenticated', REFUSED)
  }
  log.info({ personId: person.id, address }, 'Signed in with a passkey')
  return { person, accountId: homeOf(person), token: outcome.token }
}

/** What failed sign-ins with passkeys of a person are counted by. No name that can be typed has a line break in it. */
export const passkeyIdentifier = (personId: number): string => `passkey\n${personId}`

/** The passkey that was used, if it belongs to the person whom it names. */
async function findPasskey(db: Db, { id, response }: PasskeySignInBody['credential']) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('people', 'people.id', 'passkeys.personId')
    .select([...PERSON_COLUMNS, 'passkeys.id as passkeyId', 'passkeys.publicKey'])
    .where('passkeys.credentialId', '=', Buffer.from(id, 'base64url'))
    // The device says for whom it signs: always, as nobody typed a name.
    .where('passkeys.userHandle', '=', Buffer.from(response.userHandle ?? '', 'base64url'))
    .where(({ not }) => not(IS_LEAVING))
    .executeTakeFirst()
  if (!row) return null
  const { passkeyId, publicKey, ...person } = row
  return { passkeyId, publicKey, person }
}

/**
 * Keeps the device's count, which has to grow where the device keeps one. One that does not was seen before: somebody has
 * a copy of the key.
 */
async function keepSignCount(
  trx: Trx,
  passkeyId: number,
  signCount: number,
  now: Date,
): Promise<'used' | 'went_back' | 'gone'> {
  const stored = await trx
    .selectFrom('passkeys')
    .select('signCount')
    .where('id', '=', passkeyId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return 'gone'
  if (signCount <= stored.signCount && (signCount > 0 || stored.signCount > 0)) return 'went_back'
  await trx.updateTable('passkeys').set({ signCount, lastUsedAt: now }).where('id', '=', passkeyId).execute()
  return 'used'
}
