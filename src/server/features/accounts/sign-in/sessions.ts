import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { removePushOfEarlierUsers } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { askedTogether } from '#server/platform/database/statements/asked-together.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Authenticate, Person } from '#server/platform/http/requests/authentication.ts'
import { ACCOUNT_COLUMNS } from '../profile/account-columns.ts'
import { ASKING_PERSON, entered, split } from './asking-person.ts'

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

const MAX_USER_AGENT = 300
const NO_CIRCLE = "You don't belong to a family on Cooee any more. Ask for a new invitation, or register again."

/** The circle that a session begins in. Refuses somebody who belongs to none (`not_allowed`). */
export function homeOf({ accountId }: Pick<Person, 'accountId'>): number {
  if (accountId === null) throw new AppError('not_allowed', NO_CIRCLE)
  return accountId
}

/**
 * Begins a session in the person's own circle, or in the one they joined first, and returns its token, which is stored
 * nowhere in plain text. Refuses somebody who belongs to none (`not_allowed`). A browser that is known by its token shows
 * no more news of who used it before.
 */
export async function startSession(
  db: Db,
  person: Pick<Person, 'id' | 'accountId'>,
  now: Date,
  visitor?: Visitor,
): Promise<string> {
  const token = newToken()
  const deviceHash = visitor?.device === undefined ? null : hashToken(visitor.device)
  await db
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      accountId: homeOf(person),
      personId: person.id,
      address: visitor?.address ?? null,
      userAgent: visitor?.userAgent?.replace(/\p{Cc}/gu, ' ').slice(0, MAX_USER_AGENT) ?? null,
      deviceHash,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
    })
    .execute()
  if (deviceHash !== null) await removePushOfEarlierUsers(db, person.id, deviceHash)
  return token
}

/**
 * Notes the browser of a session that began before browsers were noted, so that ending the session ends the pushes to it.
 * One that is noted stays.
 */
export async function noteBrowser(db: Db, tokenHash: Buffer, device: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ deviceHash: hashToken(device) })
    .where('tokenHash', '=', tokenHash)
    .where('deviceHash', 'is', null)
    .execute()
}

/** Ends the session of a hashed token, if there is one. */
export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

/** Ends the session of `token` if it is one of this account's. */
export async function endSessionOf(db: Db, personId: number, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).where('personId', '=', personId).execute()
}

/** Ends all sessions of a person. */
export async function endSessionsOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('sessions').where('personId', '=', personId).execute()
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
    const { lastUsedAt, session } = found
    if (now.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS) await noteUse(db, tokenHash, now)
    return { ...session, tokenHash }
  }
}

const readSessions = preparedStatement((db, { tokenHashes }: { tokenHashes: Param<Buffer[]> }) =>
  db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.personId')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .innerJoin('members', (join) =>
      join.onRef('members.accountId', '=', 'sessions.accountId').onRef('members.personId', '=', 'sessions.personId'),
    )
    // In brackets of its own the planner sees no more of the list than that it is one. One token looks so much cheaper than a
    // list of unknown length that PostgreSQL would plan this with every request, at ten times what running it costs.
    .where('sessions.tokenHash', '=', sql<Buffer>`any((select ${tokenHashes})::bytea[])`)
    .where('accounts.deletionBeganAt', 'is', null)
    .where('accounts.suspendedByAdminAt', 'is', null)
    .select([...ACCOUNT_COLUMNS, 'sessions.tokenHash', 'sessions.lastUsedAt', 'sessions.expiresAt'])
    .select(['members.role as memberRole', 'members.mayHearCalls', ...ASKING_PERSON]),
)

/** Sessions by the hashes of their tokens in Base64. */
async function findSessions(db: Db, tokenHashes: readonly string[]) {
  const rows = await readSessions(db, { tokenHashes: tokenHashes.map((text) => Buffer.from(text, 'base64')) })
  const byHash = new Map(
    rows.map(({ tokenHash, lastUsedAt, expiresAt, memberRole, mayHearCalls, ...row }) => [
      tokenHash.toString('base64'),
      {
        session: entered(split(row), { role: memberRole, mayHearCalls }),
        lastUsedAt,
        expiresAt,
      },
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
