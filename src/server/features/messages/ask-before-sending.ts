import type { Trx } from '#server/platform/database/database.ts'
import { allOrEach, type OnSpoilt } from '#server/platform/database/statements/all-or-each.ts'

interface AskOptions {
  onSpoilt: OnSpoilt
  /**
   * From when the provider is asked: a worker whose claim is lost may be sending a text until then, and the provider does
   * not have it yet. Left out: no worker is sending.
   */
  askAt?: Date
}

/**
 * After a restore or a fail-over: a text that waits may have been sent in the time that is lost, so the provider is asked
 * first, as after a try whose answer was lost. A mail server cannot be asked.
 */
export async function askBeforeSending(trx: Trx, { onSpoilt, askAt }: AskOptions): Promise<void> {
  const waiting = await trx
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', 'sms')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .$if(askAt === undefined, (query) => query.where('tries', '=', 0))
    .forUpdate()
    .execute()
  await allOrEach(trx, waiting, {
    async write(texts) {
      await trx
        .updateTable('messages')
        .set((eb) => ({ tries: eb.fn<number>('greatest', ['tries', eb.lit(1)]) }))
        // As a claim of the worker that may be sending it: a job that meets it is sent again for its end.
        .$if(askAt !== undefined, (query) =>
          query.set((eb) => ({ claimedUntil: eb.fn<Date>('greatest', ['claimedUntil', eb.val(askAt)]) })),
        )
        .where('id', '=', (eb) => eb.fn.any(eb.val(texts.map(({ id }) => id))))
        .execute()
    },
    spoilt: ({ id }, error) => onSpoilt({ table: 'messages', id }, error),
  })
}
