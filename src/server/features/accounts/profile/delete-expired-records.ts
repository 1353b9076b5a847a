import type { Db } from '#server/platform/database/database.ts'
import { deleteOldCreationKeys } from '#server/platform/http/answers/create-once.ts'
import { deleteOldQuotaUses } from '#server/platform/visitors/quota.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** An address or a device without a sign-in for this long counts as a stranger's again. */
const KNOWN_FOR_DAYS = 180
/** How long an invitation that has expired can be sent again. */
const SEND_AGAIN_DAYS = 30

/** How long a token that was revoked or has expired is listed, and a program that brings it is told so. */
const TOKENS_LISTED_DAYS = 30

/** Removes what has no meaning any more: ended sessions, challenges, old links and invitations, secrets that were never confirmed, failures, quotas and keys. Run it periodically. */
export async function deleteExpiredRecords(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  const listedSince = daysAgo(TOKENS_LISTED_DAYS)
  await db
    .deleteFrom('accessTokens')
    .where((eb) => eb.or([eb('expiresAt', '<', listedSince), eb('revokedAt', '<', listedSince)]))
    .execute()
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('passwordResets').where('expiresAt', '<', daysAgo(1)).execute()
  await db.deleteFrom('profileChanges').where('expiresAt', '<', daysAgo(1)).execute()
  await db.deleteFrom('emailVerifications').where('expiresAt', '<', daysAgo(1)).execute()
  await db.deleteFrom('phoneCodes').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('secondFactors').where('confirmedAt', 'is', null).where('createdAt', '<', daysAgo(1)).execute()
  await db.deleteFrom('loginFailures').where('failedAt', '<', daysAgo(1)).execute()
  await db.deleteFrom('knownAddresses').where('lastUsedAt', '<', daysAgo(KNOWN_FOR_DAYS)).execute()
  await db.deleteFrom('knownDevices').where('lastUsedAt', '<', daysAgo(KNOWN_FOR_DAYS)).execute()
  await db.deleteFrom('invitations').where('expiresAt', '<', daysAgo(SEND_AGAIN_DAYS)).execute()
  await deleteOldQuotaUses(db, daysAgo(1))
  await deleteOldCreationKeys(db, now)
}
