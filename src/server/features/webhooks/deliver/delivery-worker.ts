import { mailAdminsOfFailure } from '#server/features/messages/public.ts'
import { type DueWork, runDueWork } from '#server/platform/due-work/run-due-work.ts'
import type { PollLoopSet } from '#server/platform/work/poll-loop.ts'
import type { WebhooksDeps } from '../deps.ts'
import { DELIVERIES } from '../due-deliveries.ts'
import { type ClaimedDelivery, claimDeliveries, findDueWebhooks } from './claim-deliveries.ts'
import { deliver } from './deliver.ts'
import { fanOutEvents } from './fan-out-events.ts'

/** Sends what is due. Any number may run in parallel, in one process or many. */
export interface DeliveryWorker {
  /** Begins to send to every webhook that something is due for; goes on with each until nothing is due for it any more. */
  poll(): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  /** Starts nothing new. What is not answered in a moment is aborted, and sent again by the next worker. */
  stop(): Promise<void>
}

/** A slow receiver uses up the room of its own deliveries, not that of the others'. */
const AT_ONCE_PER_WEBHOOK = 8
const BATCH_SIZE = 64
const LAST_WORDS_MS = 1_000
const LONGEST_WAIT_MS = 5 * 60_000
/** The result of a delivery could not be written this often in a row, over some two minutes. */
const FAILURES_BEFORE_NOTIFIED = 8

/** The deliveries of one webhook. Exported for the test that drives every kind of later work through the same faults. */
export function webhookDeliveries(
  deps: WebhooksDeps,
  webhookId: number,
  { limit, signal }: { limit: number; signal: AbortSignal },
): DueWork<ClaimedDelivery> {
  return {
    name: 'deliver webhook',
    table: DELIVERIES,
    longestWaitMs: LONGEST_WAIT_MS,
    claim: () => claimDeliveries(deps, webhookId, limit),
    // A delivery that a receiver does not take is an ordinary end of a try, with the promised pauses: no failure of
    // ours.
    run: async (delivery) => ((await deliver(deps, delivery, signal)) ? 'ran' : 'locked'),
    isExhausted: (_delivery, failures) => failures >= FAILURES_BEFORE_NOTIFIED,
    giveUp: () => mailAdminsOfFailure(deps, { name: 'deliver webhook' }),
    keyOf: ({ id }) => id,
    idsOf: ({ id }) => ({ deliveryId: id, webhookId }),
  }
}

export function createDeliveryWorker(deps: WebhooksDeps): DeliveryWorker {
  /** How many deliveries may be under way to each webhook that is being sent to. */
  const rooms = new Map<number, number>()
  const sending = new Set<Promise<void>>()
  const calledOff = new AbortController()
  let isStopped = false

  /**
   * Batch after batch, until nothing is due for it any more. One of each is always allowed, however many receivers
   * hang.
   */
  async function sendTo(webhookId: number): Promise<void> {
    for (let ran = 1; ran > 0 && !isStopped; ) {
      rooms.set(webhookId, 0)
      const taken = [...rooms.values()].reduce((sum, room) => sum + room, 0)
      const limit = Math.max(1, Math.min(AT_ONCE_PER_WEBHOOK, BATCH_SIZE - taken))
      rooms.set(webhookId, limit)
      ran = await runDueWork(deps, webhookDeliveries(deps, webhookId, { limit, signal: calledOff.signal }))
    }
  }

  function start(webhookId: number): void {
    const sent = sendTo(webhookId)
      .catch((error) => deps.log.error({ err: error, webhookId }, 'Poll for due webhook deliveries failed; retrying'))
      .finally(() => {
        rooms.delete(webhookId)
        sending.delete(sent)
      })
    sending.add(sent)
  }

  return {
    async poll() {
      while (!isStopped && (await fanOutEvents(deps)) > 0);
      for (const webhookId of await findDueWebhooks(deps)) {
        if (!isStopped && !rooms.has(webhookId)) start(webhookId)
      }
    },
    async idle() {
      while (sending.size > 0) await Promise.all(sending)
    },
    async stop() {
      isStopped = true
      const timer = setTimeout(() => calledOff.abort(), LAST_WORDS_MS)
      await Promise.all(sending)
      clearTimeout(timer)
    },
  }
}

/** Polls for due events and deliveries. */
export function webhookPollLoops(deps: WebhooksDeps): PollLoopSet {
  const worker = createDeliveryWorker(deps)
  return { loops: [{ name: 'deliver webhooks', poll: () => worker.poll() }], stop: () => worker.stop() }
}
