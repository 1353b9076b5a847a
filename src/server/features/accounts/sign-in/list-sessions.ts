import type { SignedInSession } from '#contract/accounts/sign-in/security.ts'
import { deviceName } from '#core/accounts/device-name.ts'
import { removePushOfBrowser } from '#server/features/notifications/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { Session } from '#server/platform/http/requests/authentication.ts'

/** The sessions of an account: the present one first, then by last use. */
export async function listSessions(db: Db, { person, tokenHash }: Session, now: Date): Promise<SignedInSession[]> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'tokenHash', 'userAgent', 'address', 'createdAt', 'lastUsedAt'])
    .where('personId', '=', person.id)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return sessions
    .map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      address: session.address,
      signedInAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      isCurrent: session.tokenHash.equals(tokenHash),
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/**
 * Ends one session of the account, and the pushes to its browser, so that a phone that was lost shows no more news.
 * Returns whether it was the present one. Sessions of other accounts are not found.
 */
export async function endOwnSession(db: Db, { person, tokenHash }: Session, id: number): Promise<{ own: boolean }> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('personId', '=', person.id)
      .returning(['tokenHash', 'deviceHash'])
      .executeTakeFirst()
    if (!ended) throw notFound('Session')
    if (ended.deviceHash) await removePushOfBrowser(trx, person.id, ended.deviceHash)
    return { own: ended.tokenHash.equals(tokenHash) }
  })
}

/** Ends every session of the account except the present one. Returns how many. */
export async function endOtherSessions(db: Db, { person, tokenHash }: Session): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('personId', '=', person.id)
    .where('tokenHash', '<>', tokenHash)
    .returning('id')
    .execute()
  return ended.length
}
