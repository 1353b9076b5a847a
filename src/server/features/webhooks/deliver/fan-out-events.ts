import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { noteFannedOut, openEventData } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { EventsTable } from '#server/platform/database/schema.ts'
import type { WebhooksDeps } from '../deps.ts'

const BATCH_SIZE = 100

/**
 * Writes a delivery for every event without deliveries and every active webhook that wants it, oldest first. That an
 * event was fanned out is noted with its deliveries, so each is written once, wherever a worker dies; from then on its
 * content is only in them, sealed. Any number of workers may run it. Returns how many events were processed; zero when
 * none waits any more.
 */
export function fanOutEvents(deps: Pick<WebhooksDeps, 'db' | 'clock' | 'sealing'>): Promise<number> {
  const { db, clock } = deps
  return db.transaction().execute(async (trx) => {
    const events = await trx
      .selectFrom('events')
      .selectAll()
      .where('fannedOutAt', 'is', null)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (events.length === 0) return 0
    const now = clock.now()
    await writeDeliveries(deps, trx, events, now)
    const ids = events.map(({ id }) => id)
    await noteFannedOut(trx, ids, now)
    return events.length
  })
}

async function writeDeliveries(
  deps: Pick<WebhooksDeps, 'sealing'>,
  trx: Trx,
  events: readonly Selectable<EventsTable>[],
  now: Date,
): Promise<void> {
  // Locked, so that a transaction that switches a webhook off finds all its queued deliveries.
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('active', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  const deliveries = events.flatMap((event) =>
    webhooks
      .filter((webhook) => webhook.events.includes(event.event))
      .map((webhook) => {
        const messageId = messageIdOf(event, webhook)
        const { value, sealedWith } = deps.sealing.sealText(
          'webhook_deliveries.body',
          { messageId },
          bodyOf(deps, event),
        )
        return {
          webhookId: webhook.id,
          eventId: event.id,
          event: event.event,
          messageId,
          body: value,
          sealedWith,
          nextAt: now,
          createdAt: now,
        }
      }),
  )
  // PostgreSQL takes this many values in one statement and no more.
  for (let from = 0; from < deliveries.length; from += 1000) {
    await trx
      .insertInto('webhookDeliveries')
      .values(deliveries.slice(from, from + 1000))
      .onConflict((conflict) => conflict.columns(['webhookId', 'eventId']).doNothing())
      .execute()
  }
}

/**
 * The same for the same event and webhook, also where a fail-over lost the delivery after it was sent: the receiver then
 * knows the second one.
 */
function messageIdOf(event: Pick<Selectable<EventsTable>, 'id' | 'createdAt'>, webhook: { id: number }): string {
  const of = `${event.id} ${event.createdAt.getTime()} ${webhook.id}`
  return `msg_${createHash('sha256').update(of).digest('hex').slice(0, 32)}`
}

/** The same bytes on every try. */
function bodyOf(deps: Pick<WebhooksDeps, 'sealing'>, event: Selectable<EventsTable>): string {
  const data = openEventData(deps, event)
  return JSON.stringify({ event: event.event, timestamp: event.createdAt.toISOString(), data })
}
