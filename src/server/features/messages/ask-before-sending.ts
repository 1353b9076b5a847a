import type { Trx } from '#server/platform/database/database.ts'
import { allOrEach, type OnSpoilt } from '#server/platform/database/statements/all-or-each.ts'

/**
 * After a restore or a fail-over: a text that waits may have been sent in the time that is lost, so the provider is asked first, as after a try
 * whose answer was lost. A mail server cannot be asked.
 */
export async function askBeforeSending(trx: Trx, onSpoilt: OnSpoilt): Promise<void> {
  const waiting = await trx
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', 'sms')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('tries', '=', 0)
    .forUpdate()
    .execute()
  await allOrEach(trx, waiting, {
    async write(texts) {
      await trx
        .updateTable('messages')
        .set({ tries: 1 })
        .where('id', '=', (eb) => eb.fn.any(eb.val(texts.map(({ id }) => id))))
        .execute()
    },
    spoilt: ({ id }, error) => onSpoilt({ table: 'messages', id }, error),
  })
}
