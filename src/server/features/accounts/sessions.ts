import { createHash, randomBytes } from 'node:crypto'
import type { Authenticate } from '#server/platform/authentication.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { ACCOUNT_COLUMNS } from './account-columns.ts'

export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** A new secret for a link or a session: 256 random bits, safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. A plain hash is enough: nobody can guess 256 bits, and a look-up must be quick. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Begins a session and returns its token, which exists nowhere else. */
export async function startSession(db: Db, accountId: number, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
    })
    .execute()
  return token
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

export async function endSessionsOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('sessions').where('accountId', '=', accountId).execute()
}

/** Looks tokens up in the database on every request: a logout or a lost admin role counts at once. */
export function authenticateBySession({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  return async (token) => {
    const tokenHash = hashToken(token)
    const account = await db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
      .where('sessions.tokenHash', '=', tokenHash)
      .where('sessions.expiresAt', '>', clock.now())
      .select(ACCOUNT_COLUMNS)
      .executeTakeFirst()
    return account ? { account, tokenHash } : null
  }
}
