import { sql } from 'kysely'
import type { RegisterBody } from '#contract/accounts/sign-in/credentials.ts'
import { violatesUnique } from '#server/platform/database/connection/database-error.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import type { MailingDeps } from '../deps.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refuseEasilyGuessed } from '../passwords/refuse-easily-guessed.ts'
import { requestVerification } from '../verification/email-verification.ts'
import { PERSON_COLUMNS } from './person-columns.ts'
import { isReservedForUndo } from './profile-changes.ts'

const USERNAME_TAKEN = 'This username is already taken'
const EMAIL_TAKEN = 'An account with this email already exists'

export interface RegistrationDeps extends MailingDeps {
  /** False when the operator knows their people: every address counts as verified. */
  verifiesEmail: boolean
}

/** Makes a person who registers, with a circle of their own, and mails the link that verifies their address. */
export async function registerAccount(deps: RegistrationDeps, body: RegisterBody): Promise<Registered> {
  const { username, email, password, firstName = null, lastName = null } = body
  await refuseEasilyGuessed(password, { username, email, firstName, lastName }, 'password')
  const { db, clock, verifiesEmail } = deps
  return createAccount(db, body, clock.now(), {
    isVerified: !verifiesEmail,
    onCreated: async (trx, person) => {
      if (verifiesEmail) await requestVerification(deps, trx, person)
    },
  })
}

/** A person with a circle of their own. */
export type Registered = Person & { accountId: number }

/**
 * Makes a person and the circle that they own. Refuses names and e-mails that are taken, without regard to case.
 * `onCreated` runs in its transaction.
 */
export async function createAccount(
  db: Db,
  body: RegisterBody,
  now: Date,
  {
    role = 'account_holder',
    isVerified,
    onCreated,
  }: { role?: Person['role']; isVerified: boolean; onCreated?: (trx: Trx, person: Person) => Promise<void> },
): Promise<Registered> {
  return createPerson(db, body, now, {
    role,
    isVerified,
    async onCreated(trx, created) {
      const { id: accountId } = await trx
        .insertInto('accounts')
        .values({ createdAt: now, trialStartedAt: now, verifiedAt: isVerified ? now : null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('members')
        .values({ accountId, personId: created.id, role: 'owner', mayHearCalls: true, joinedAt: now })
        .execute()
      const person = { ...created, accountId }
      await onCreated?.(trx, person)
      return person
    },
  })
}

/** Makes a person without a circle: `onCreated`, in the same transaction, gives them one and returns the result. */
export async function createPerson<Result>(
  db: Db,
  body: RegisterBody,
  now: Date,
  {
    role = 'account_holder',
    isVerified,
    onCreated,
  }: { role?: Person['role']; isVerified: boolean; onCreated: (trx: Trx, person: Person) => Promise<Result> },
): Promise<Result> {
  // Either can be used to sign in, so neither may be the other of another person.
  await refuseTaken(db, { username: body.username, email: body.email }, { now })
  const passwordHash = await hashPassword(body.password)
  const insert = async (trx: Trx) => {
    const person = await trx
      .insertInto('people')
      .values({
        ...{ username: body.username, email: body.email, verifiedEmail: isVerified ? body.email : null },
        ...{ passwordHash, firstName: body.firstName ?? null, lastName: body.lastName ?? null },
        ...{ phoneNumber: null, role, createdAt: now },
      })
      .returning(PERSON_COLUMNS)
      .executeTakeFirstOrThrow()
    return onCreated(trx, person)
  }
  return refusingDuplicates(() => db.transaction().execute(insert))
}

/** Refuses a username or an e-mail that a person other than `exceptId` uses, has verified, or may return to. */
export async function refuseTaken(
  db: Db,
  wanted: { username?: string | undefined; email?: string | undefined },
  { now, exceptId = 0 }: { now: Date; exceptId?: number },
): Promise<void> {
  for (const field of ['username', 'email'] as const) {
    const value = wanted[field]
    if (value === undefined) continue
    const owner = await db
      .selectFrom('people')
      .select('id')
      .where((where) =>
        where.or([
          where(sql`lower(username)`, '=', sql`lower(${value})`),
          where(sql`lower(email)`, '=', sql`lower(${value})`),
          where(sql`lower(verified_email)`, '=', sql`lower(${value})`),
        ]),
      )
      .where('id', '<>', exceptId)
      .executeTakeFirst()
    if (owner || (await isReservedForUndo(db, value, { now, exceptId }))) throw taken(field)
  }
}

/** Two requests at once may both find a name free: the unique index decides, and the second gets the same refusal. */
export async function refusingDuplicates<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (violatesUnique(error, 'people_username_key')) throw taken('username')
    if (violatesUnique(error, 'people_email_key')) throw taken('email')
    if (violatesUnique(error, 'people_verified_email_key')) throw taken('email')
    throw error
  }
}

function taken(field: 'username' | 'email'): AppError {
  return new AppError('conflict', field === 'username' ? USERNAME_TAKEN : EMAIL_TAKEN, { field })
}
