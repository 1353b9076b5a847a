import type { Trx } from '#server/platform/database/database.ts'

/**
 * After a restore or a fail-over: a text that waits may have been sent in the time that is lost, so the provider is asked first, as after a try
 * whose answer was lost. A mail server cannot be asked.
 */
export async function askBeforeSending(trx: Trx): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ tries: 1 })
    .where('channel', '=', 'sms')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('tries', '=', 0)
    .execute()
}
