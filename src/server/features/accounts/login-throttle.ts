import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { tooMany } from '#server/platform/quota.ts'

const MINUTE = 60_000
const ADDRESS_LIMIT = 10
const ADDRESS_WINDOW_MS = 10 * MINUTE
/** So many failures are everyday mistakes; from then on each doubles the wait, up to the longest. */
const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 15 * MINUTE
const ACCOUNT_WINDOW_MS = 24 * 60 * MINUTE
/** No account has this id. */
const NOBODY = 0

interface LoginTry {
  address: string
  /** Lower case; the account's username where the typed name is known, so that name and e-mail share one count. */
  identifier: string
  accountId: number | undefined
  /** What there were too many of, where it was no sign-in: "wrong passwords". */
  what?: string
}

/**
 * Counts a sign-in as failed before the password is looked at and returns the failure's id, to be withdrawn where it is
 * not looked at after all. Counting first means that a hundred guesses sent at once are a hundred failures, not one.
 * Refuses: 10 failures in 10 minutes from one address; and, per account, a delay that grows with its failures of the
 * last day. Never a lock-out: after the delay the right password works. From an address the account has signed in from
 * before, only failures at that address count, so that a stranger elsewhere cannot delay the owner.
 */
export async function countLoginTry(db: Db, loginTry: LoginTry, now: Date): Promise<number> {
  const { address, identifier, what = 'failed sign-ins' } = loginTry
  return db.transaction().execute(async (trx) => {
    // One after the other per address and per name; always in this order, so that two tries cannot block each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login address ${address}`}, 0))`.execute(trx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login name ${identifier}`}, 0))`.execute(trx)
    await refuseByAddress(trx, { address, what }, now)
    await refuseByAccount(trx, { ...loginTry, what }, now)
    const { id } = await trx
      .insertInto('loginFailures')
      .values({ address, identifier, failedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function refuseByAddress(db: Db, { address, what }: { address: string; what: string }, now: Date): Promise<void> {
  const failures = await db
    .selectFrom('loginFailures')
    .select('failedAt')
    .where('address', '=', address)
    .where('failedAt', '>', before(now, ADDRESS_WINDOW_MS))
    .orderBy('failedAt', 'desc')
    .limit(ADDRESS_LIMIT)
    .execute()
  const oldest = failures[ADDRESS_LIMIT - 1]
  if (!oldest) return
  const waitMs = oldest.failedAt.getTime() + ADDRESS_WINDOW_MS - now.getTime()
  throw tooMany(`Too many ${what}. Please try again in ${inWords(waitMs)}.`, waitMs)
}

async function refuseByAccount(
  db: Db,
  { address, identifier, accountId, what }: LoginTry & { what: string },
  now: Date,
): Promise<void> {
  // Looked up for names that nobody has, too: the time a refusal takes is to say nothing.
  const isKnownAddress = await hasSignedInFrom(db, accountId ?? NOBODY, address)
  const { count, latest } = await db
    .selectFrom('loginFailures')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('failedAt').as('latest')])
    .where('identifier', '=', identifier)
    .where('failedAt', '>', before(now, ACCOUNT_WINDOW_MS))
    .$if(isKnownAddress, (query) => query.where('address', '=', address))
    .executeTakeFirstOrThrow()
  if (latest === null || count < FREE_FAILURES) return
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - FREE_FAILURES))
  const waitMs = latest.getTime() + delayMs - now.getTime()
  if (waitMs > 0) throw tooMany(`Too many ${what}. Please try again in ${inWords(waitMs)}.`, waitMs)
}

async function hasSignedInFrom(db: Db, accountId: number, address: string): Promise<boolean> {
  const known = await db
    .selectFrom('knownAddresses')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst()
  return known !== undefined
}

/** The password was right: this address's failures with this name are forgiven, and the address is remembered. */
export async function forgiveLoginTries(
  db: Db,
  { address, identifier, accountId }: LoginTry & { accountId: number },
  now: Date,
): Promise<void> {
  await db.deleteFrom('loginFailures').where('identifier', '=', identifier).where('address', '=', address).execute()
  await db
    .insertInto('knownAddresses')
    .values({ accountId, address, lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'address']).doUpdateSet({ lastUsedAt: now }))
    .execute()
}

/** The password was never looked at: nobody guessed. */
export async function withdrawLoginTry(db: Db, tryId: number): Promise<void> {
  await db.deleteFrom('loginFailures').where('id', '=', tryId).execute()
}

const before = (now: Date, milliseconds: number): Date => new Date(now.getTime() - milliseconds)

function inWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
