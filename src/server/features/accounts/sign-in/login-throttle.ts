import { sql } from 'kysely'
import { backOffMs } from '#core/back-off.ts'
import type { Db } from '#server/platform/database/database.ts'
import { tooMany } from '#server/platform/visitors/quota.ts'
import { isKnownDevice, rememberDevice } from './known-devices.ts'

const MINUTE = 60_000
/** Many people share the address of a carrier: a few who mistype must not keep the others out. */
const ADDRESS_LIMIT = 100
const ADDRESS_WINDOW_MS = 10 * MINUTE
/** This many failures are everyday mistakes; from then on each doubles the wait, up to the longest. */
const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 15 * MINUTE
const ACCOUNT_WINDOW_MS = 24 * 60 * MINUTE
/** No account has this id. */
const NOBODY = 0
/** Stands for the address of a try inside a session. */
const IN_SESSION = ''
/** No device has this hash. */
const NO_DEVICE = Buffer.alloc(0)

interface LoginTry {
  /** Null inside a session: its account is known, and an address is shared with strangers. */
  address: string | null
  /** Lower case; the account's username if the typed name is known, so that name and e-mail share one count. */
  identifier: string
  personId: number | undefined
  /** Hash of the browser's own token; left out if it has none. */
  deviceHash?: Buffer | undefined
  /** What there were too many of, if it was no sign-in: "wrong passwords". */
  what?: string
}

/**
 * Counts a sign-in as failed before the password is checked and returns the failure's id, to be withdrawn if it is not
 * checked after all. Counting first means that a hundred guesses sent at once are a hundred failures, not one. Refuses:
 * 100 failures in 10 minutes from one address; and, per account, a delay that grows with its failures of the last day.
 * Never a lock-out: after the delay the right password works. On a device that the account knows only failures on that
 * device count, so that a stranger cannot delay the owner, wherever the guesses come from. For a client without a
 * device, at an address the account has signed in from before, only failures at that address count. Inside a session
 * the account is known: no address counts, and for an unknown browser the tries in sessions of the account count.
 */
export async function countLoginTry(db: Db, loginTry: LoginTry, now: Date): Promise<number> {
  const { address, identifier, what = 'failed sign-ins' } = loginTry
  return db.transaction().execute(async (trx) => {
    // One after the other per address and per name; always in this order, so that two tries cannot deadlock.
    if (address !== null) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`login address ${address}`}, 0))`.execute(trx)
    }
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login name ${identifier}`}, 0))`.execute(trx)
    // Looked up for unknown names, and without a device, too: the duration of a refusal must reveal nothing.
    const isKnown = await isKnownDevice(trx, loginTry.personId ?? NOBODY, loginTry.deviceHash ?? NO_DEVICE)
    const deviceHash = isKnown ? loginTry.deviceHash : undefined
    if (deviceHash === undefined && address !== null) await refuseByAddress(trx, { address, what }, now)
    await refuseByAccount(trx, { ...loginTry, deviceHash, what }, now)
    const { id } = await trx
      .insertInto('loginFailures')
      .values({ address: address ?? IN_SESSION, identifier, deviceHash: deviceHash ?? null, failedAt: now })
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
  { address, identifier, personId, deviceHash, what }: LoginTry & { what: string },
  now: Date,
): Promise<void> {
  // Looked up for unknown names, too: the duration of a refusal must reveal nothing.
  const isKnownAddress = address === null || (await hasSignedInFrom(db, personId ?? NOBODY, address))
  const { count, latest } = await db
    .selectFrom('loginFailures')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('failedAt').as('latest')])
    .where('identifier', '=', identifier)
    .where('failedAt', '>', before(now, ACCOUNT_WINDOW_MS))
    .$if(deviceHash !== undefined, (query) => query.where('deviceHash', '=', deviceHash ?? NO_DEVICE))
    .$if(deviceHash === undefined && isKnownAddress, (query) => query.where('address', '=', address ?? IN_SESSION))
    .executeTakeFirstOrThrow()
  if (latest === null || count < FREE_FAILURES) return
  const delayMs = backOffMs(count - FREE_FAILURES + 1, { shortestMs: FIRST_DELAY_MS, longestMs: LONGEST_DELAY_MS })
  const waitMs = latest.getTime() + delayMs - now.getTime()
  if (waitMs > 0) throw tooMany(`Too many ${what}. Please try again in ${inWords(waitMs)}.`, waitMs)
}

async function hasSignedInFrom(db: Db, personId: number, address: string): Promise<boolean> {
  const known = await db
    .selectFrom('knownAddresses')
    .select('personId')
    .where('personId', '=', personId)
    .where('address', '=', address)
    .executeTakeFirst()
  return known !== undefined
}

/** The password was right: failures with this name at this address or on this device are forgiven, and both are remembered. */
export async function forgiveLoginTries(
  db: Db,
  { address, identifier, personId, deviceHash }: LoginTry & { personId: number },
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('loginFailures')
    .where('identifier', '=', identifier)
    .where((where) =>
      where.or([where('address', '=', address ?? IN_SESSION), where('deviceHash', '=', deviceHash ?? NO_DEVICE)]),
    )
    .execute()
  if (deviceHash) await rememberDevice(db, personId, deviceHash, now)
  if (address === null) return
  await db
    .insertInto('knownAddresses')
    .values({ personId, address, lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(['personId', 'address']).doUpdateSet({ lastUsedAt: now }))
    .execute()
}

/** The password was never checked: it was no guess. */
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
