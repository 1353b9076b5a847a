import type { Selectable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import { lockUnsentText, notifySent } from './notify-sent.ts'

/** Notes that a provider or a mail server has a message: it is sent, by the id it has there. */
export async function noteAccepted(
  trx: Trx,
  message: Selectable<MessagesTable>,
  { providerId, now }: { providerId: string | null; now: Date },
): Promise<void> {
  if (message.deletedOnceSent) {
    await trx.deleteFrom('messages').where('id', '=', message.id).execute()
    return
  }
  const unsent = await lockUnsentText(trx, message.id)
  await trx
    .updateTable('messages')
    .set({ sentAt: now, claimedUntil: null, providerId })
    // The network may have been quicker to say why a text did not arrive.
    .set((eb) => ({ error: eb.case().when('delivery', '=', 'failed').then(eb.ref('error')).else(null).end() }))
    .$if(message.isSecret, (query) => query.set({ text: '(removed after delivery)' }))
    .where('id', '=', message.id)
    .execute()
  if (unsent) await notifySent(trx, unsent, { providerId, now })
}
