import type { Trx } from '#server/platform/database/database.ts'

/**
 * Ends every session and every link to a new password: those that were ended or used after a backup would live again with
 * it. Everybody signs in anew.
 */
export async function endAllSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom('sessions').execute()
  await trx.deleteFrom('passwordResets').execute()
}
