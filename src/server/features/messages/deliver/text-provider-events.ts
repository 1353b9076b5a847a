import type { ProviderTextEvents } from '#server/adapters/telephony/telephony.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { lockUnsentText, notifySent } from './notify-sent.ts'
import type { OnDelivered, OnUndelivered } from './on-undelivered.ts'

interface TextFactsDeps {
  db: Db
  clock: Clock
  log: Logger
  /** Left out: nobody needs to know. */
  onDelivered?: OnDelivered
  onUndelivered: OnUndelivered
}

/**
 * Notes whether text messages arrived. The first final report about a message stands, however many follow: one
 * conditional update decides. A text that arrived although our request for it was never answered is not sent again. A
 * report about a text that was found to stand for another message with the same words is about that one.
 */
export function textProviderEvents({ db, clock, log, onDelivered, onUndelivered }: TextFactsDeps): ProviderTextEvents {
  return {
    async progressed(messageId, delivery, reason, providerMessageId) {
      const now = clock.now()
      const isFirstWord = await retryingTransaction(db, async (trx) => {
        // Waits for a transaction that determines at this moment to which message a text is matched.
        const unsent = await lockUnsentText(trx, messageId)
        const noted = await trx
          .updateTable('messages')
          .set((update) =>
            delivery === 'delivered'
              ? { delivery, deliveredAt: now, sentAt: update.fn.coalesce('sentAt', update.val(now)), error: null }
              : { delivery, error: reason },
          )
          // If our request was never answered: so that no other message with the same words is taken for this text.
          .set((update) => ({ providerId: update.fn.coalesce('providerId', update.val(providerMessageId)) }))
          .where('id', '=', ({ fn, val }) => fn.coalesce(messageOf(trx, providerMessageId, messageId), val(messageId)))
          .where('channel', '=', 'sms')
          .where('delivery', 'is', null)
          // A message that was permanently rejected, and so reported as undelivered, is not reported again.
          .$if(delivery === 'failed', (query) => query.where('failedAt', 'is', null))
          .returning(['id', 'accountId', 'recipient'])
          .executeTakeFirst()
        if (!noted) return false
        const isSent = delivery === 'delivered' && noted.id === messageId
        if (unsent && isSent) await notifySent(trx, unsent, { providerId: providerMessageId, now })
        if (noted.accountId !== null) await announceChange(trx, noted.accountId, 'calls')
        await (delivery === 'failed' ? onUndelivered(trx, noted.id) : onDelivered?.(trx, noted, now))
        return true
      })
      if (isFirstWord && delivery === 'failed') log.warn({ messageId, reason }, 'Text not delivered')
    },
  }
}

/** The message that a text is known to stand for: the one it was sent for, if there are two. */
function messageOf(trx: Trx, providerMessageId: string, messageId: number) {
  return trx
    .selectFrom('messages as held')
    .select('held.id')
    .where('held.providerId', '=', providerMessageId)
    .orderBy((order) => order('held.id', '<>', messageId))
    .limit(1)
}
