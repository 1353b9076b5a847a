import { CHANNELS } from '../enqueue-message.ts'
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts'

const AT_ONCE = 10

/**
 * Delivers messages that no job came for: the table decides what is owed, jobs only wake. A few of each channel at a time,
 * what is about a request for help first, then what is urgent, then the oldest; the channels side by side. Run it again and again; a message that is being sent by somebody else is left to
 * them. Returns how many were looked after.
 */
export async function deliverForgotten(deps: DeliveryDeps): Promise<number> {
  const counts = await Promise.all(
    CHANNELS.map(async (channel) => {
      const forgotten = await findForgotten(deps, channel)
      if (forgotten.length > 0)
        deps.log.warn({ channel, count: forgotten.length }, 'Messages were waiting without a job')
      const results = await Promise.allSettled(forgotten.map(({ id }) => deliverMessage(deps, id)))
      for (const result of results) {
        if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'A message could not be looked after')
      }
      return forgotten.length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function findForgotten({ db, clock, patience }: DeliveryDeps, channel: (typeof CHANNELS)[number]) {
  const now = clock.now()
  return db
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', channel)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('deliverAt', '<=', new Date(now.getTime() - patience.forgottenAfterMs[channel]))
    .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))
    .orderBy('isHelp', 'desc')
    .orderBy('isUrgent', 'desc')
    .orderBy('deliverAt')
    .limit(AT_ONCE)
    .execute()
}
