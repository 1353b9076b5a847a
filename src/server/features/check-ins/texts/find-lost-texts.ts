import { sql } from 'kysely'
import type { ReceivedText, ReceivedTexts } from '#server/adapters/telephony/texts.ts'
import { type CareDeps, stopCallsTo, stopRinging } from '#server/features/care/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { takeText } from './inbound-text.ts'

const MINUTE_MS = 60_000
/** The provider waits 15 seconds for the answer to a callback: until then the reply may still be in that answer. */
const CALLBACK_MS = MINUTE_MS
/** A new text may be listed late, and clocks differ. */
const OVERLAP_MS = 10 * MINUTE_MS
const LONGEST_OUTAGE_MS = 24 * 60 * MINUTE_MS

/**
 * Takes the text messages without a callback, because Cooee or its database was away: asks the provider what was sent
 * to the number since the last success, at most a day back, and does what a callback would have done, once. The reply
 * goes out as a text of its own. Run it periodically, by any number of workers. Returns how many it took.
 */
export async function findLostTexts(deps: CareDeps, texts: ReceivedTexts): Promise<number> {
  const { db, clock, log } = deps
  const now = clock.now()
  const { polledUntil } = await db.selectFrom('inboundTextPolls').select('polledUntil').executeTakeFirstOrThrow()
  const since = Math.max(polledUntil.getTime() - OVERLAP_MS, now.getTime() - LONGEST_OUTAGE_MS)
  const answer = await texts.received({ since: new Date(since) })
  if (answer.kind !== 'found') {
    log.warn({ kind: answer.kind }, 'Phone provider did not list incoming texts; retrying')
    return 0
  }
  const old = answer.found.filter(({ sentAt }) => now.getTime() - sentAt.getTime() >= CALLBACK_MS)
  const lost = await unknownOf(db, old)
  const failures = collectFailures(log)
  for (const text of lost) {
    await failures.attempt(() => take(deps, text), 'Inbound text without a callback not processed; retrying', {
      providerId: text.providerMessageId,
    })
  }
  // After a failure the whole period is polled again.
  failures.throwIfAny()
  await db.updateTable('inboundTextPolls').set({ polledUntil: now }).where('polledUntil', '<', now).execute()
  return lost.length
}

async function unknownOf(db: Db, texts: readonly ReceivedText[]): Promise<ReceivedText[]> {
  if (texts.length === 0) return []
  const ids = texts.map(({ providerMessageId }) => providerMessageId)
  const known = await db
    .selectFrom('inboundTexts')
    .select('providerMessageId')
    // One parameter, however many there are after a day's outage.
    .where(sql<boolean>`provider_message_id = any(${ids}::text[])`)
    .execute()
  const taken = new Set(known.map(({ providerMessageId }) => providerMessageId))
  return texts.filter(({ providerMessageId }) => !taken.has(providerMessageId))
}

async function take(deps: CareDeps, text: ReceivedText): Promise<void> {
  const { providerMessageId, from: recipient, to: sentFrom } = text
  const { concluded, refusedBy } = await retryingTransaction(deps.db, async (trx) => {
    const taken = await takeText(deps, trx, text)
    const { accountId, reply } = taken
    // A stranger who was not answered at once gets no reply.
    if (taken.isNew && reply !== null && accountId !== null) {
      const notice = {
        accountId,
        ...(sentFrom && { sentFrom }),
        channel: 'sms',
        recipient,
        subject: null,
        text: reply,
      } as const
      await deps.enqueueNotice(trx, { ...notice, dedupeKey: `text-answer:${providerMessageId}` })
    }
    return taken
  })
  deps.log.info({ providerId: providerMessageId }, 'Inbound text without a callback found and applied')
  if (refusedBy !== null) await stopCallsTo(deps, refusedBy)
  for (const callId of new Set(concluded)) await stopRinging(deps, callId)
}
