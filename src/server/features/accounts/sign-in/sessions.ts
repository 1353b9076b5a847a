import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '#server/platform/clock/clock.ts'
import { askedTogether } from '#server/platform/database/asked-together.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedRead } from '#server/platform/database/prepared-read.ts'
import type { Authenticate } from '#server/platform/http/authentication.ts'
import { ACCOUNT_COLUMNS } from '../profile/account-columns.ts'

export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** A new secret for a link or a session: 256 random bits, safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. A plain hash is enough: nobody can guess 256 bits, and a look-up must be quick. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Where a session begins, so that its owner recognises it. */
export interface Visitor {
  /** As quotas count it (see `visitorOf`). */
  address: string
  userAgent: string | undefined
  /** The browser's own token, one that it brought or a new one; left out when nothing stores it. */
  device?: string | undefined
}

const MOST_USER_AGENT = 300

/** Begins a session and returns its token, which is stored nowhere in plain text. */
export async function startSession(db: Db, accountId: number, now: Date, visitor?: Visitor): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      accountId,
      address: visitor?.address ?? null,
      userAgent: visitor?.userAgent?.replace(/\p{Cc}/gu, ' ').slice(0, MOST_USER_AGENT) ?? null,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
    })
    .execute()
  return token
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

/** Ends the session of `token` if it is one of this account's. */
export async function endSessionOf(db: Db, accountId: number, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).where('accountId', '=', accountId).execute()
}

export async function endSessionsOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('sessions').where('accountId', '=', accountId).execute()
}

/** A last use this old is written again. Every request reads it; hardly any should write. */
const NOTED_EVERY_MS = 5 * 60_000

/** Reads tokens from the database on every request: a logout, a lost admin role, a suspension and a deletion count at once. */
export function authenticateBySession({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  const find = askedTogether((tokenHashes: readonly string[]) => findSessions(db, tokenHashes))
  return async (token) => {
    const tokenHash = hashToken(token)
    const now = clock.now()
    const found = await find(tokenHash.toString('base64'))
    if (!found || found.expiresAt <= now) return null
    const { lastUsedAt, account } = found
    if (now.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS) await noteUse(db, tokenHash, now)
    return { account, tokenHash }
  }
}

const readSessions = preparedRead((db, { tokenHashes }: { tokenHashes: Param<Buffer[]> }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .where('sessions.tokenHash', '=', (eb) => eb.fn.any(tokenHashes))
    .where('accounts.deletionBeganAt', 'is', null)
    .where('accounts.suspendedByAdminAt', 'is', null)
    .select([...ACCOUNT_COLUMNS, 'sessions.tokenHash', 'sessions.lastUsedAt', 'sessions.expiresAt']),
)

/** Sessions by the hashes of their tokens in Base64. */
async function findSessions(db: Db, tokenHashes: readonly string[]) {
  const rows = await readSessions(db, { tokenHashes: tokenHashes.map((text) => Buffer.from(text, 'base64')) })
  const byHash = new Map(
    rows.map(({ tokenHash, lastUsedAt, expiresAt, ...account }) => [
      tokenHash.toString('base64'),
      { account, lastUsedAt, expiresAt },
    ]),
  )
  return (tokenHash: string) => byHash.get(tokenHash)
}

async function noteUse(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTED_EVERY_MS)
  // Of the requests that a screen sends at once, one writes.
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('lastUsedAt', '<=', before)
    .execute()
}
