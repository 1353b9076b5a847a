import type { Selectable } from 'kysely'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { lockUnsentText, notifySent } from './notify-sent.ts'

type Message = Selectable<MessagesTable>

/**
 * Notes a message as sent by a text that the provider turned out to have. The same words may go to the same person more
 * than once, and the provider cannot say for which message of ours it took a text: each text is matched to one message,
 * whichever, so that as many are sent as were written. Resolves with its id; undefined when every text found is already
 * matched to another message.
 */
export function takeFoundText(
  { db, clock }: { db: Db; clock: Clock },
  message: Message,
  /** Newest first. */
  found: readonly string[],
): Promise<string | undefined> {
  if (found.length === 0) return Promise.resolve(undefined)
  return retryingTransaction(db, async (trx) => {
    await lockSameTexts(trx, message)
    const holders = await trx
      .selectFrom('messages')
      .select(['id', 'providerId'])
      .where('providerId', 'in', [...found])
      .execute()
    const own = holders.find(({ id }) => id === message.id)?.providerId
    const held = new Set(holders.map(({ providerId }) => providerId))
    const providerId = own ?? found.findLast((id) => !held.has(id))
    if (providerId !== undefined) await noteAccepted(trx, message, { providerId, now: clock.now() })
    return providerId
  })
}

/** Notes a message as sent by the provider's text. False where that text is already matched to another message: then this one is still to be sent. */
export function takeOwnText(
  { db, clock }: { db: Db; clock: Clock },
  message: Message,
  providerId: string | null,
): Promise<boolean> {
  return retryingTransaction(db, async (trx) => {
    if (message.channel === 'sms' && providerId !== null) {
      await lockSameTexts(trx, message)
      const holder = await trx
        .selectFrom('messages')
        .select('id')
        .where('providerId', '=', providerId)
        .where('id', '<>', message.id)
        .limit(1)
        .executeTakeFirst()
      if (holder) return false
    }
    await noteAccepted(trx, message, { providerId, now: clock.now() })
    return true
  })
}

/**
 * Other transactions that reconcile a text with these words, or get a report about one, wait until its message is
 * known.
 */
async function lockSameTexts(trx: Trx, { recipient, text }: Message): Promise<void> {
  await trx
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', 'sms')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('recipient', '=', recipient)
    .where('text', '=', text)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Notes that a provider or a mail server has a message: it is sent, under the id it has there. */
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
    // The network may have been quicker to report why a text did not arrive.
    .set((eb) => ({ error: eb.case().when('delivery', '=', 'failed').then(eb.ref('error')).else(null).end() }))
    .$if(message.isSecret, (query) => query.set({ text: '(removed after delivery)' }))
    .where('id', '=', message.id)
    .execute()
  if (unsent) await notifySent(trx, unsent, { providerId, now })
}
