import { sql } from 'kysely'
import type { RegisterBody } from '#contract/credentials.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Account } from '#server/platform/authentication.ts'
import type { Db } from '#server/platform/database.ts'
import { violatesUnique } from '#server/platform/database-error.ts'
import { ACCOUNT_COLUMNS } from './account-columns.ts'
import { hashPassword } from './passwords.ts'
import { isHeldForUndo } from './profile-changes.ts'

const USERNAME_TAKEN = 'This username is already taken'
const EMAIL_TAKEN = 'An account with this email already exists'

/** Makes an account. Refuses names and e-mails that are taken; both compare without regard to case. */
export async function createAccount(
  db: Db,
  body: RegisterBody,
  now: Date,
  role: Account['role'] = 'account_holder',
): Promise<Account> {
  // One may sign in with either, so neither may be the other of somebody else.
  await refuseTaken(db, { username: body.username, email: body.email }, { now })
  const passwordHash = await hashPassword(body.password)
  return refusingDuplicates(() =>
    db
      .insertInto('accounts')
      .values({
        username: body.username,
        email: body.email,
        passwordHash,
        firstName: body.firstName ?? null,
        lastName: body.lastName ?? null,
        phoneNumber: null,
        role,
        createdAt: now,
        trialStartedAt: now,
      })
      .returning(ACCOUNT_COLUMNS)
      .executeTakeFirstOrThrow(),
  )
}

/** Refuses a username or an e-mail that another account than `exceptId` goes by, or may return to. */
export async function refuseTaken(
  db: Db,
  wanted: { username?: string | undefined; email?: string | undefined },
  { now, exceptId = 0 }: { now: Date; exceptId?: number },
): Promise<void> {
  for (const field of ['username', 'email'] as const) {
    const value = wanted[field]
    if (value === undefined) continue
    const owner = await db
      .selectFrom('accounts')
      .select('id')
      .where((where) =>
        where.or([
          where(sql`lower(username)`, '=', sql`lower(${value})`),
          where(sql`lower(email)`, '=', sql`lower(${value})`),
        ]),
      )
      .where('id', '<>', exceptId)
      .executeTakeFirst()
    if (owner || (await isHeldForUndo(db, value, { now, exceptId }))) throw taken(field)
  }
}

/** Two requests at once may both find a name free: the unique index decides, and the second is told the same. */
export async function refusingDuplicates<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (violatesUnique(error, 'accounts_username_key')) throw taken('username')
    if (violatesUnique(error, 'accounts_email_key')) throw taken('email')
    throw error
  }
}

function taken(field: 'username' | 'email'): AppError {
  return new AppError('conflict', field === 'username' ? USERNAME_TAKEN : EMAIL_TAKEN, { field })
}
