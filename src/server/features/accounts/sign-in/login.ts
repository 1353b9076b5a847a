import { sql } from 'kysely'
import type { LoginBody } from '#contract/accounts/sign-in/credentials.ts'
import { CODE_NEEDED } from '#contract/accounts/sign-in/second-factor.ts'
import { suspendedSignInText } from '#core/accounts/suspended-account.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { IS_LEAVING, PERSON_COLUMNS } from '../profile/person-columns.ts'
import { recoveryCodeUsedMail } from '../second-factor/second-factor-mails.ts'
import {
  countCodeTry,
  countRecoveryCodes,
  findFactor,
  forgiveCodeTries,
  type StoredFactor,
  spendCode,
  WRONG_CODE,
} from '../second-factor/spend-code.ts'
import type { SecondFactorDeps } from '../second-factor/switch-on.ts'
import { isSuspended } from './is-suspended.ts'
import { countLoginTry, forgiveLoginTries, withdrawLoginTry } from './login-throttle.ts'
import { endSessionOf, hashToken, homeOf, startSession, type Visitor } from './sessions.ts'

const LOGIN_REFUSED = 'Invalid username or password'

type LoginDeps = SecondFactorDeps & {
  log: Logger
  /** Whom to write to, if the operator says so. */
  contactEmail?: string | undefined
}

/**
 * Signs in with a username or an e-mail; if the account has a second factor also with a code, which is asked for only
 * after the right password. Unknown names and wrong passwords get the same answer, and cost the same. A sign-in in a
 * browser that has a session of the account (`replaced`, its token) replaces that session. The right password and code
 * for an account that an admin has suspended get the reason why it does not open.
 */
export async function login(
  deps: LoginDeps,
  { username, password, code }: LoginBody,
  visitor: Visitor,
  replaced?: string,
): Promise<{ person: Person; accountId: number; token: string }> {
  const { db, clock, log, sealing } = deps
  const { address, device } = visitor
  const deviceHash = device === undefined ? undefined : hashToken(device)
  const found = await findByName(db, username)
  const identifier = (found?.username ?? username).toLowerCase()
  const tryId = await countLoginTry(db, { address, identifier, personId: found?.id, deviceHash }, clock.now())
  const isRight = await verifyPassword(password, found?.passwordHash).catch(async (error) => {
    await withdrawLoginTry(db, tryId)
    throw error
  })
  if (!found || !isRight) {
    log.warn({ personId: found?.id ?? null, visitor: address }, 'Sign-in refused')
    throw new AppError('unauthenticated', LOGIN_REFUSED)
  }
  const { passwordHash, ...person } = found
  const factor = await findFactor(db, sealing, person.id)
  const typed = factor?.confirmedAt && code?.trim() ? { factor, code } : null
  if (factor?.confirmedAt) {
    // The password was right, so this was no guess at it; but earlier ones are forgiven only with the right code.
    await withdrawLoginTry(db, tryId)
    if (typed) await countCodeTry(deps, factor, { code: typed.code, address })
  }
  const token = await db.transaction().execute(async (trx) => {
    // A password that was changed while this one was checked has ended every session: none begins with the old one.
    const still = await trx
      .selectFrom('people')
      .select(['id', isSuspended(person.accountId).as('isSuspended')])
      .where('id', '=', person.id)
      .where('passwordHash', '=', passwordHash)
      .forShare()
      .executeTakeFirst()
    if (!still) throw new AppError('unauthenticated', LOGIN_REFUSED)
    await askForCode(trx, deps, { person, typed, address })
    await forgiveLoginTries(trx, { address, identifier, personId: person.id, deviceHash }, clock.now())
    // Said only to a user who has proved that it is their account.
    if (still.isSuspended) return null
    if (replaced) await endSessionOf(trx, person.id, replaced)
    return startSession(trx, person, clock.now(), visitor)
  })
  if (token === null) {
    log.warn({ personId: person.id, visitor: address }, 'Sign-in refused; the account is suspended')
    throw new AppError('not_allowed', suspendedSignInText(deps.contactEmail))
  }
  log.info(
    { personId: person.id, address },
    typed ? 'Signed in with a password and a code' : 'Signed in with a password',
  )
  return { person, accountId: homeOf(person), token }
}

/**
 * Passes for an account that needs no code, or with the right one. Its row is locked: no second factor is switched on
 * meanwhile.
 */
async function askForCode(
  trx: Trx,
  { jobs, clock, log }: LoginDeps,
  { person, typed, address }: { person: Person; typed: { factor: StoredFactor; code: string } | null; address: string },
): Promise<void> {
  const needed = await trx
    .selectFrom('secondFactors')
    .select('id')
    .where('personId', '=', person.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  if (!needed) return
  if (!typed) throw new AppError('unauthenticated', CODE_NEEDED, { field: 'code' })
  const now = clock.now()
  const used = await spendCode(trx, typed.factor, typed.code, now)
  if (used === null) {
    log.warn({ personId: person.id, visitor: address }, 'Sign-in refused for its code')
    throw new AppError('unauthenticated', WRONG_CODE, { field: 'code' })
  }
  await forgiveCodeTries(trx, person.id, address, now)
  if (used === 'recovery') {
    const left = await countRecoveryCodes(trx, typed.factor)
    await enqueueMessage(jobs, trx, { ...recoveryCodeUsedMail(person, left), createdAt: now })
  }
}

function findByName(db: Db, name: string) {
  const isEmail = sql<boolean>`lower(email) = lower(${name})`
  return db
    .selectFrom('people')
    .select([...PERSON_COLUMNS, 'passwordHash'])
    .where((where) => where.or([where(sql`lower(username)`, '=', sql`lower(${name})`), isEmail]))
    .where(({ not }) => not(IS_LEAVING))
    .orderBy(isEmail, 'desc') // an address opens the account it belongs to, whatever usernames others have
    .limit(1)
    .executeTakeFirst()
}
