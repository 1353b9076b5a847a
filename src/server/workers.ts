import { type Clock, isTrusted } from '#server/platform/clock/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { JobHandler } from '#server/platform/work/jobs.ts'
import { repeatRound } from '#server/platform/work/repeat-round.ts'
import { sendResetLinkHandler } from './features/accounts/public.ts'
import { notifyDeadLetter, testPurpose } from './features/admin/public.ts'
import { convergeSubscriptionHandler } from './features/billing/public.ts'
import {
  carePurpose,
  createDispatcher,
  type Dispatcher,
  placeCallHandler,
  startRounds,
} from './features/care/public.ts'
import { alertPurpose, isAlertStillWanted } from './features/incidents/public.ts'
import { deliverForgotten, deliveryHandlers } from './features/messages/public.ts'
import { recordingHandlers } from './features/recordings/public.ts'
import { startWebhookRounds } from './features/webhooks/public.ts'
import { scheduledWork } from './scheduled-work.ts'
import type { WorkerParts } from './worker-parts.ts'

/** What a process does beside answering requests. */
export interface Workers {
  readonly dispatcher: Dispatcher
  /** Lets no further call leave and finishes what is under way. */
  stop(): Promise<void>
}

const DISPATCHER_POOL_SIZE = 4
const WEBHOOKS_POOL_SIZE = 3
/** Starts to place calls, deliver messages and webhooks, look after what is unfinished, and forget what is old. */
export async function startWorkers(parts: WorkerParts): Promise<Workers> {
  const { care, recordings, billing, webhooks, texts, patience, databaseUrl, statementTimeoutMs, log } = parts
  // Connections of its own: a crowd of callbacks about the calls that have left does not hold up the ones to come. That is
  // no matter of speed: in the measurement of decision 73 it gives nothing.
  const dispatching = openDatabase(databaseUrl, {
    poolSize: DISPATCHER_POOL_SIZE,
    statementTimeoutMs,
    applicationName: 'cooee-dispatcher',
    log,
    onChanged: parts.onChanged,
  })
  const dispatcher = createDispatcher({ ...care, db: dispatching })
  const delivery = {
    ...care,
    mail: parts.mail,
    texts,
    onUndelivered: parts.onUndelivered,
    onInstead: parts.onInstead,
    isStillWanted: (messageId: number) => isAlertStillWanted(care.db, messageId),
    patience,
  }
  const handlers = [
    placeCallHandler(dispatcher),
    ...deliveryHandlers(delivery),
    sendResetLinkHandler(care),
    ...recordingHandlers(recordings),
    convergeSubscriptionHandler(billing),
  ]
  await parts.jobs.work(handlers.map((handler) => whileTrusted(care.clock, handler)))
  await parts.jobs.schedule(scheduledWork(parts))
  await parts.jobs.onDeadLetter((letter) => notifyDeadLetter(care, letter))
  const purposes = { care: carePurpose(care), alert: alertPurpose(care.incidents), test: testPurpose(care) }
  const rounds = startRounds(care, dispatcher, purposes)
  const lookingForForgotten = repeatRound({
    everyMs: patience.lookEveryMs,
    clock: care.clock,
    log,
    failed: 'Messages without a job were not delivered',
    round: () => deliverForgotten(delivery),
  })
  // Connections of its own here too, and for the same reason: other systems, however many and slow, take none that calls need.
  const posting = openDatabase(databaseUrl, {
    poolSize: WEBHOOKS_POOL_SIZE,
    statementTimeoutMs,
    applicationName: 'cooee-webhooks',
    log,
  })
  const webhookRounds = startWebhookRounds({ ...webhooks, db: posting })
  return {
    dispatcher,
    async stop() {
      // Together: a round that waits for the provider must not leave the dispatcher at work.
      await Promise.all([rounds, dispatcher, lookingForForgotten, webhookRounds].map((part) => part.stop()))
      await dispatching.destroy()
      await posting.destroy()
    },
  }
}

/** A worker whose clock is wrong takes what others hold for left behind: its jobs are handed back, for them. */
function whileTrusted(clock: Clock, handler: JobHandler): JobHandler {
  return {
    ...handler,
    handle: async (payloads) =>
      isTrusted(clock)
        ? handler.handle(payloads)
        : payloads.map(() => new Error('The clock of this machine is too far from that of the database')),
  }
}
