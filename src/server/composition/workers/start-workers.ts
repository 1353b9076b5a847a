import { type Clock, isClockInSync } from '#server/platform/clock/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { JobHandler } from '#server/platform/work/jobs.ts'
import { type PollLoopSet, runPollLoops } from '#server/platform/work/poll-loop.ts'
import type { ScheduledWork } from '#server/platform/work/scheduled-work.ts'
import { sendResetLinkHandler } from '../../features/accounts/public.ts'
import { testDialHandler } from '../../features/admin/public.ts'
import { convergeSubscriptionHandler } from '../../features/billing/public.ts'
import {
  careDialHandler,
  carePollLoops,
  createDispatcher,
  type Dispatcher,
  isTextOfTryNeeded,
  placeCallHandler,
  reportConcern,
} from '../../features/care/public.ts'
import { alertDialHandler, isAlertStillNeeded } from '../../features/incidents/public.ts'
import {
  type DeliveryDeps,
  deliveryHandlers,
  mailAdminsOfFailure,
  messagePollLoops,
} from '../../features/messages/public.ts'
import { recordingHandlers } from '../../features/recordings/public.ts'
import { giveUpSummary, summariseTalkHandler, summariseTalkJob } from '../../features/talks/public.ts'
import { voiceDialHandler } from '../../features/voices/public.ts'
import { webhookPollLoops } from '../../features/webhooks/public.ts'
import { delaysAlerts } from '../../later-work.ts'
import { scheduledWork } from '../../scheduled-work.ts'
import type { WorkerParts } from './worker-parts.ts'

/** What a process does beside answering requests. */
export interface Workers {
  readonly dispatcher: Dispatcher
  /** Claims no further call and finishes what is under way. */
  stop(): Promise<void>
}

/** Everything that a worker does later, by the mechanism that does it: `LATER_WORK` names all of it. */
interface WorkerWork {
  handlers: JobHandler[]
  scheduled: ScheduledWork[]
  sets: PollLoopSet[]
}

/** Exported for the test that holds the list of later work against it. */
export function workOf(parts: WorkerParts, dispatcher: Dispatcher): WorkerWork {
  const { care, recordings, billing, webhooks } = parts
  const delivery: DeliveryDeps = {
    ...care,
    mail: parts.mail,
    texts: parts.texts,
    push: parts.push,
    onUndelivered: parts.onUndelivered,
    onFallback: parts.onFallback,
    isStillNeeded: async (messageId: number) =>
      (await isAlertStillNeeded(care.db, messageId)) && isTextOfTryNeeded(care.db, messageId),
    timeouts: parts.timeouts,
  }
  const dialHandlers = {
    care: careDialHandler(care),
    alert: alertDialHandler(care.incidents),
    test: testDialHandler(care),
    voice: voiceDialHandler(care),
  }
  return {
    handlers: [
      placeCallHandler(dispatcher),
      ...deliveryHandlers(delivery),
      sendResetLinkHandler(care),
      ...recordingHandlers(recordings),
      summariseTalkHandler({
        ...care,
        model: parts.talkModel,
        onConcern: (trx, attemptId) => reportConcern(care, trx, attemptId),
      }),
      convergeSubscriptionHandler(billing),
    ],
    scheduled: scheduledWork(parts),
    sets: [carePollLoops(care, dispatcher, dialHandlers), messagePollLoops(delivery), webhookPollLoops(webhooks)],
  }
}

const DISPATCHER_POOL_SIZE = 4
const WEBHOOKS_POOL_SIZE = 3

/** Starts to place calls, deliver messages and webhooks, finish what is unfinished, and delete what is old. */
export async function startWorkers(parts: WorkerParts): Promise<Workers> {
  const { care, webhooks, databaseUrl, isPooled, statementTimeoutMs, log, jobs, onChanged, beforeFirstUse } = parts
  const connecting = { statementTimeoutMs, isPooled, log }
  // Separate connections: a crowd of callbacks about dispatched calls does not delay the next ones. That is
  // no matter of speed: in the measurement of docs/performance.md it gives nothing.
  const dispatching = openDatabase(databaseUrl, {
    ...connecting,
    poolSize: DISPATCHER_POOL_SIZE,
    applicationName: 'cooee-dispatcher',
    beforeFirstUse,
    onChanged,
  })
  // And for the same reason: other systems, however many and slow, take none that calls need.
  const posting = openDatabase(databaseUrl, {
    ...connecting,
    poolSize: WEBHOOKS_POOL_SIZE,
    applicationName: 'cooee-webhooks',
  })
  const dispatcher = createDispatcher({ ...care, db: dispatching })
  const { handlers, scheduled, sets } = workOf({ ...parts, webhooks: { ...webhooks, db: posting } }, dispatcher)
  await jobs.work(handlers.map((handler) => whileTrusted(care.clock, handler)))
  await jobs.schedule(scheduled)
  await jobs.onDeadLetter((letter) => giveUpWork(care, letter))
  const onStuck = (name: string) => giveUpWork(care, { name })
  const loops = sets.map((set) => runPollLoops({ ...care, onStuck }, set))
  return {
    dispatcher,
    async stop() {
      // Together: a poll that waits for the provider must not leave the dispatcher at work.
      await Promise.all([...loops, dispatcher].map((part) => part.stop()))
      await dispatching.destroy()
      await posting.destroy()
    },
  }
}

/** Mails the admins about work that failed for good, and ends what waits for it. Once more changes nothing. */
export async function giveUpWork(
  care: WorkerParts['care'],
  { name, payload }: { name: string; payload?: object },
): Promise<void> {
  await mailAdminsOfFailure(care, { name, ...(payload && { payload }), delaysAlerts: delaysAlerts(name) })
  if (name === summariseTalkJob.name && payload) await giveUpSummary(care, payload)
}

/** A worker whose clock is wrong takes what others hold for left behind: its jobs are handed back, for them. */
function whileTrusted(clock: Clock, handler: JobHandler): JobHandler {
  return {
    ...handler,
    handle: async (payloads) =>
      isClockInSync(clock)
        ? handler.handle(payloads)
        : payloads.map(() => new Error('The clock of this machine is too far from that of the database')),
  }
}
