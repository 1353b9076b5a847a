import { CHALLENGE_MINUTES } from '#contract/accounts/sign-in/passkeys.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hashToken, newToken } from '../sign-in/sessions.ts'

export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000

/** Who adds a passkey, and by what name their devices know them; null where somebody signs in. */
type Adding = { personId: number; userHandle: Buffer } | null

/** What a device has to sign next, in base64url: once, and within five minutes. */
export async function newChallenge(db: Db, adding: Adding, now: Date): Promise<string> {
  const challenge = newToken()
  await db
    .insertInto('passkeyChallenges')
    .values({
      challengeHash: hashToken(challenge),
      personId: adding?.personId ?? null,
      userHandle: adding?.userHandle ?? null,
      expiresAt: new Date(now.getTime() + CHALLENGE_MS),
    })
    .execute()
  return challenge
}

/**
 * Uses up the challenge that a browser's `clientDataJSON` names, whatever comes of it. Null where it was used before, has
 * expired, was made for another purpose or person, or never was.
 */
export async function takeChallenge(
  db: Db,
  clientDataJSON: string,
  personId: number | null,
  now: Date,
): Promise<{ challenge: string; userHandle: Buffer | null } | null> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const taken = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashToken(challenge))
    .where('personId', personId === null ? 'is' : '=', personId)
    .returning(['userHandle', 'expiresAt'])
    .executeTakeFirst()
  return taken && taken.expiresAt > now ? { challenge, userHandle: taken.userHandle } : null
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null
    return typeof data.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}
