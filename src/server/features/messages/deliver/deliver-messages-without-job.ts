import { sql } from 'kysely'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { PollLoopSet } from '#server/platform/work/poll-loop.ts'
import { CHANNELS } from '../enqueue-message.ts'
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts'
import { writeDueFallbackTexts } from './write-due-fallback-texts.ts'

const BATCH_SIZE = 10

type Channel = (typeof CHANNELS)[number]

/** How the logs, the admins' mail and `LATER_WORK` name the loop of each channel. */
const LOOP_NAMES = {
  email: 'deliver mails without a job',
  sms: 'deliver texts without a job',
  push: 'deliver pushes without a job',
} as const satisfies Record<Channel, string>

/**
 * Every second, on every worker, without the job engine: a job whose worker was killed waits for the engine's back-off,
 * which grows with each kill. One loop per channel, and one for fallback texts: a mail server that hangs delays no text.
 */
export function messagePollLoops(deps: DeliveryDeps): PollLoopSet {
  const byChannel = CHANNELS.map((channel) => ({
    name: LOOP_NAMES[channel],
    poll: (isStopped: () => boolean) => deliverMessagesWithoutJob(deps, channel, isStopped),
  }))
  const fallbackTexts = {
    name: 'write fallback texts of mails',
    poll: (isStopped: () => boolean) => writeDueFallbackTexts(deps, isStopped),
  }
  return { loops: [...byChannel, fallbackTexts], stop: async () => {} }
}

/**
 * Delivers due messages of a channel without a job: the table decides what is queued, jobs only wake. A few at a time:
 * messages about a request for help first, then urgent ones, then the oldest. A message that another worker has claimed
 * is left to it. Returns how many were processed. Throws if one could not be, after all others were.
 */
export async function deliverMessagesWithoutJob(
  deps: DeliveryDeps,
  channel: Channel,
  isStopped = () => false,
): Promise<number> {
  const failures = collectFailures(deps.log)
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
  failures.throwIfAny()
  return seen.size
}

/** Messages of `seen` have had their try: its result may not have been written down. */
function findMessagesWithoutJob({ db, clock, timeouts }: DeliveryDeps, channel: Channel, seen: readonly number[]) {
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
