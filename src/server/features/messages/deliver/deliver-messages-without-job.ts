import { sql } from 'kysely'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { CHANNELS } from '../enqueue-message.ts'
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts'

const BATCH_SIZE = 10

/**
 * Delivers due messages without a job: the table decides what is queued, jobs only wake. A few of each channel at a
 * time: messages about a request for help first, then urgent ones, then the oldest; the channels in parallel. A message
 * that another worker has claimed is left to it. Returns how many were processed. Throws if one could not be, after all
 * others were.
 */
export async function deliverMessagesWithoutJob(deps: DeliveryDeps, isStopped = () => false): Promise<number> {
  const failures = collectFailures(deps.log)
  const counts = await Promise.all(
    CHANNELS.map(async (channel) => {
      const seen = new Set<number>()
      while (!isStopped()) {
        const found = await findMessagesWithoutJob(deps, channel, [...seen])
        if (found.length === 0) break
        deps.log.warn({ channel, count: found.length }, 'Messages without a job found; delivering them')
        await Promise.all(
          found.map(({ id }) => {
            seen.add(id)
            return failures.attempt(() => deliverMessage(deps, id), 'Message without a job not delivered; retrying', {
              messageId: id,
            })
          }),
        )
      }
      return seen.size
    }),
  )
  failures.throwIfAny()
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Messages of `seen` have had their try: its result may not have been written down. */
function findMessagesWithoutJob(
  { db, clock, timeouts }: DeliveryDeps,
  channel: (typeof CHANNELS)[number],
  seen: readonly number[],
) {
  const now = clock.now()
  return db
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', channel)
    .where(sql<boolean>`id <> all(${seen}::bigint[])`)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where(
      'deliverAt',
      '<=',
      new Date(now.getTime() - timeouts.withoutJobAfterMs[channel === 'email' ? 'email' : 'sms']),
    )
    .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))
    .orderBy('isHelp', 'desc')
    .orderBy('isUrgent', 'desc')
    .orderBy('deliverAt')
    .limit(BATCH_SIZE)
    .execute()
}
