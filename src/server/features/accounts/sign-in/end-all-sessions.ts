import { removeAllPush } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Ends every session, access token and link to a new password: those that were used up after a backup would live again with it. */
export async function endAllSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom('sessions').execute()
  await trx.deleteFrom('accessTokens').execute()
  await removeAllPush(trx)
  await trx.deleteFrom('passkeyChallenges').execute()
  await trx.deleteFrom('passwordResets').execute()
}
