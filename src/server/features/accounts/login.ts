import { sql } from 'kysely'
import type { LoginBody } from '#contract/accounts.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Account } from '#server/platform/authentication.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Logger } from '#server/platform/logger.ts'
import { ACCOUNT_COLUMNS } from './account-columns.ts'
import { countLoginTry, forgiveLoginTries, withdrawLoginTry } from './login-throttle.ts'
import { verifyPassword } from './passwords.ts'
import { endSessionOf, startSession, type Visitor } from './sessions.ts'

const LOGIN_REFUSED = 'Invalid username or password'

interface LoginDeps {
  db: Db
  clock: Clock
  log: Logger
}

/**
 * Signs in with a username or an e-mail. Unknown names and wrong passwords look alike, and cost the same. Whoever signs in
 * again in a browser that has a session of the account (`replaced`, its token) gets another in its place.
 */
export async function login(
  { db, clock, log }: LoginDeps,
  { username, password }: LoginBody,
  visitor: Visitor,
  replaced?: string,
): Promise<{ account: Account; token: string }> {
  const { address } = visitor
  const found = await findByName(db, username)
  const identifier = (found?.username ?? username).toLowerCase()
  const tryId = await countLoginTry(db, { address, identifier, accountId: found?.id }, clock.now())
  const isRight = await verifyPassword(password, found?.passwordHash).catch(async (error) => {
    await withdrawLoginTry(db, tryId)
    throw error
  })
  if (!found || !isRight) {
    log.warn({ accountId: found?.id ?? null, address }, 'A sign-in was refused')
    throw new AppError('unauthenticated', LOGIN_REFUSED)
  }
  const { passwordHash, ...account } = found
  const token = await db.transaction().execute(async (trx) => {
    // A password that was changed while this one was looked at has ended every session: none begins with the old one.
    const still = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('passwordHash', '=', passwordHash)
      .forShare()
      .executeTakeFirst()
    if (!still) throw new AppError('unauthenticated', LOGIN_REFUSED)
    await forgiveLoginTries(trx, { address, identifier, accountId: account.id }, clock.now())
    if (replaced) await endSessionOf(trx, account.id, replaced)
    return startSession(trx, account.id, clock.now(), visitor)
  })
  log.info({ accountId: account.id, address }, 'Somebody signed in with a password')
  return { account, token }
}

function findByName(db: Db, name: string) {
  const isEmail = sql<boolean>`lower(email) = lower(${name})`
  return db
    .selectFrom('accounts')
    .select([...ACCOUNT_COLUMNS, 'passwordHash'])
    .where((where) => where.or([where(sql`lower(username)`, '=', sql`lower(${name})`), isEmail]))
    .where('deletionBeganAt', 'is', null)
    .orderBy(isEmail, 'desc') // an address opens the account it belongs to, whatever others call themselves
    .limit(1)
    .executeTakeFirst()
}
