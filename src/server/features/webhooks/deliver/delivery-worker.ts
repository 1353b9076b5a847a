import { repeatRound } from '#server/platform/work/repeat-round.ts'
import type { WebhooksDeps } from '../deps.ts'
import { type ClaimedDelivery, claimDeliveries, findDueWebhooks } from './claim-deliveries.ts'
import { deliver } from './deliver.ts'
import { spreadEvents } from './spread-events.ts'

/** Sends what is due. Any number may run beside each other, in one process or many. */
export interface DeliveryWorker {
  /** Starts everything that is due now and for which there is room; the rest follows as room is made. */
  look(): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  /** Begins nothing new. What is not answered in a moment is called off, and sent again by the next worker. */
  stop(): Promise<void>
}

/** A receiver that is slow takes the room of its own deliveries, not that of the others'. */
const AT_ONCE_PER_WEBHOOK = 8
const AT_ONCE = 64
const LAST_WORDS_MS = 1_000

export function createDeliveryWorker(deps: WebhooksDeps): DeliveryWorker {
  const underWay = new Map<number, number>()
  const sending = new Set<Promise<void>>()
  const calledOff = new AbortController()
  let looking: Promise<void> | null = null
  let isWanted = false
  let isStopped = false

  function look(): Promise<void> {
    isWanted = true
    looking ??= lookWhileWanted().finally(() => {
      looking = null
      if (isWanted && !isStopped) void look()
    })
    return looking
  }

  async function lookWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        await lookOnce()
      } catch (error) {
        deps.log.error({ err: error }, 'Webhooks that are due were not looked for')
      }
    }
  }

  async function lookOnce(): Promise<void> {
    while ((await spreadEvents(deps)) > 0 && !isStopped);
    const due = await findDueWebhooks(deps)
    // Those with the least under way first: at the limit of all, everybody gets a share.
    for (const webhookId of due.toSorted((a, b) => count(a) - count(b))) {
      // One of each may always be, however many receivers hang.
      const roomOfAll = Math.max(AT_ONCE - sending.size, count(webhookId) === 0 ? 1 : 0)
      const room = Math.min(AT_ONCE_PER_WEBHOOK - count(webhookId), roomOfAll)
      if (room <= 0 || isStopped) continue
      for (const delivery of await claimDeliveries(deps, webhookId, room)) start(delivery)
    }
  }

  const count = (webhookId: number): number => underWay.get(webhookId) ?? 0

  function start(delivery: ClaimedDelivery): void {
    const { id, webhookId } = delivery
    underWay.set(webhookId, count(webhookId) + 1)
    const sent = deliver(deps, delivery, calledOff.signal)
      .catch((error) => deps.log.error({ err: error, deliveryId: id }, 'What became of a webhook was not noted'))
      .finally(() => {
        sending.delete(sent)
        underWay.set(webhookId, count(webhookId) - 1)
        if (!isStopped) void look()
      })
    sending.add(sent)
  }

  return {
    look,
    async idle() {
      while (looking || sending.size > 0) await Promise.all([looking, ...sending])
    },
    async stop() {
      isStopped = true
      await looking
      const timer = setTimeout(() => calledOff.abort(), LAST_WORDS_MS)
      await Promise.all(sending)
      clearTimeout(timer)
    },
  }
}

const EVERY_MS = 1_000

/** Looks for events and deliveries that are due every second, until it is stopped. */
export function startWebhookRounds(deps: WebhooksDeps): Pick<DeliveryWorker, 'stop'> {
  const worker = createDeliveryWorker(deps)
  const rounds = repeatRound({
    everyMs: EVERY_MS,
    clock: deps.clock,
    log: deps.log,
    failed: 'Webhooks that are due were not looked for',
    round: () => worker.look(),
  })
  return {
    async stop() {
      await worker.stop()
      await rounds.stop()
    },
  }
}
