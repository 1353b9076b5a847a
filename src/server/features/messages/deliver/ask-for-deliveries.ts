import { sql } from 'kysely'
import type { ProviderTextEvents } from '#server/adapters/telephony/telephony.ts'
import type { TextDeliveries } from '#server/adapters/telephony/texts.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'

interface AskDeps {
  db: Db
  clock: Clock
  log: Logger
  texts: TextDeliveries
  facts: ProviderTextEvents
}

const MINUTE_MS = 60_000
/** Reports come within seconds. */
const ASKED_AFTER_MS = 2 * MINUTE_MS
/** Then once an hour: after an outage, and where a network reports nothing, so that the provider has nothing to say either. */
const ASKED_OFTEN_UNTIL_MS = 20 * MINUTE_MS
const ASKED_UNTIL_MS = 24 * 60 * MINUTE_MS
const BATCH_SIZE = 100

/**
 * Asks the provider what became of texts that it took and has not reported: the report was lost, since Cooee or its
 * database was away. What it says is noted as the report would have been. Run it every minute, by any number of workers.
 */
export async function askForDeliveries({ db, clock, log, texts, facts }: AskDeps): Promise<void> {
  const failures = collectFailures(log)
  for (const { id, providerId } of await unreported(db, clock.now())) {
    const answer = await texts.deliveryOf(providerId)
    if (answer.kind === 'unavailable') {
      log.warn({ reason: answer.reason }, 'Phone provider did not say whether texts arrived; retrying')
      break
    }
    if (answer.kind === 'absent' || answer.found.delivery === null) continue
    const { delivery, reason } = answer.found
    await failures.attempt(
      () => facts.progressed(id, delivery, reason, providerId),
      'Delivery of a text not noted; retrying',
      { messageId: id },
    )
  }
  failures.throwIfAny()
}

async function unreported(db: Db, now: Date): Promise<{ id: number; providerId: string }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'providerId'])
    .where('channel', '=', 'sms')
    .where('delivery', 'is', null)
    .where('providerId', 'is not', null)
    .where('sentAt', '<=', new Date(now.getTime() - ASKED_AFTER_MS))
    .where('sentAt', '>', new Date(now.getTime() - ASKED_UNTIL_MS))
    .where((eb) =>
      eb.or([
        eb('sentAt', '>', new Date(now.getTime() - ASKED_OFTEN_UNTIL_MS)),
        sql<boolean>`mod(floor(extract(epoch from ${now}::timestamptz - sent_at) / 60)::int, 60) = 0`,
      ]),
    )
    .orderBy('sentAt')
    .limit(BATCH_SIZE)
    .execute()
  return rows.flatMap(({ id, providerId }) => (providerId === null ? [] : { id, providerId }))
}
