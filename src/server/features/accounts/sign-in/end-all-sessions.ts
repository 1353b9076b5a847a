import type { Trx } from '#server/platform/database/database.ts'

/**
 * Ends every session and every link to a new password: those that were ended or used after a backup would be valid
 * again with it. Everybody signs in again.
 */
export async function endAllSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom('sessions').execute()
  await trx.deleteFrom('passwordResets').execute()
}
