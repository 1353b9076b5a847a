import pino from 'pino'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import type { Mail } from '#server/adapters/mail/mail.ts'
import type { ReceivedTexts, Texts } from '#server/adapters/telephony/texts.ts'
import { afterFailover } from '#server/composition/after-failover.ts'
import { testDialHandler } from '#server/features/admin/public.ts'
import { type CallsDeps, noCallLimits } from '#server/features/calls/public.ts'
import {
  type CareDeps,
  careDialHandler,
  careProviderEvents,
  createDispatcher,
  isTextOfTryNeeded,
  noteTextUndelivered,
  notifyOfLateCalls,
} from '#server/features/care/public.ts'
import { inboundProviderEvents } from '#server/features/check-ins/public.ts'
import { findLostTexts } from '#server/features/check-ins/texts/find-lost-texts.ts'
import type { ContactsDeps } from '#server/features/contacts/contacts.ts'
import { cancelAtProvider, DIAL_TIMING, reconcileDials } from '#server/features/dialling/public.ts'
import {
  advanceIncidents,
  alertDialHandler,
  alertProviderEvents,
  cancelRingingAlerts,
  createAlertDialler,
  isAlertStillNeeded,
  noteFallback,
  stepAfterUndelivered,
} from '#server/features/incidents/public.ts'
import {
  DELIVERY_TIMEOUTS,
  deliveryHandlers,
  enqueueMessage,
  messagePollLoops,
  textProviderEvents,
} from '#server/features/messages/public.ts'
import { maintainRecordings } from '#server/features/recordings/maintain-recordings.ts'
import { type RecordingsDeps, recordingHandlers, recordingProviderEvents } from '#server/features/recordings/public.ts'
import { voiceDialHandler } from '#server/features/voices/public.ts'
import { voiceLinks } from '#server/features/voices/voice-links.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { type ClockWatch, watchClock } from '#server/platform/clock/clock-watch.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import type { PollName } from './due-work.ts'
import { USUAL_RETRIES } from './population.ts'
import { type ProcessLife, within } from './process-life.ts'
import { type JobQueue, runDueJobs, simulatedJobs } from './simulated-jobs.ts'
import type { Facts } from './simulated-provider.ts'

/** One process of the product, as `--role=all`: the real features on a database and a provider of the simulation. */
export interface CareProcess {
  readonly life: ProcessLife
  /** Whether it has started: before that it answers nothing. */
  isReady: boolean
  /** Compares its clock with the database's, as the product does every half minute. */
  compareClock(): void
  readonly deps: CareDeps & CallsDeps & Pick<ContactsDeps, 'phoneCountries'>
  readonly facts: Facts
  /** Runs a poll, unless the previous one is still running. Errors are logged and left to the next poll, as in the product. */
  poll(poll: PollName): void
  /** Serves a request or a callback. */
  serve<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface CareProcessParts {
  life: ProcessLife
  db: Db
  /** The dispatcher's connections. */
  dispatching: Db
  queue: JobQueue
  /** The clock of its machine. */
  machine: Clock
  callsPerSecond: number
  telephony: CareDeps['telephony']
  texts: Texts & ReceivedTexts
  mail: Mail
  recordings: RecordingsDeps['recordings']
  links: CareDeps['incidents']['links']
  onError(life: ProcessLife, poll: PollName, error: unknown): void
}

export function careProcess(parts: CareProcessParts): CareProcess {
  const { life, db, machine, callsPerSecond, telephony, texts, mail } = parts
  const log = pino({ level: 'silent' })
  const watch = watchClock({ database: () => db, log, machine })
  const { clock } = watch
  const jobs = simulatedJobs(() => clock.now())
  // The database's own clock is not the simulated one, so every default it would fill in is given.
  const enqueueNotice: CareDeps['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(jobs, trx, { isUrgent: true, createdAt: clock.now(), ...notice })
  const sealing = createSealing({}, log)
  const shared = {
    db,
    clock,
    jobs,
    log,
    sealing,
    telephony,
    enqueueNotice,
    callsPerSecond,
    ownNumbers: ['+61255501234'] as const,
    afterFailover: afterFailover({ jobs, log }),
    limits: NO_LIMITS,
    publicUrl: 'http://localhost:3000',
  }
  const timing = DIAL_TIMING
  const incidents = { ...shared, timing, escalation: ESCALATION_TIMING, links: parts.links }
  const retryDefaults = { retryAttempts: USUAL_RETRIES.attempts, retryDelaySeconds: USUAL_RETRIES.delayMs / 1_000 }
  const deps = {
    ...shared,
    timing,
    incidents,
    retryDefaults,
    voices: voiceLinks(Buffer.alloc(32, 1)),
    consent: 'asked' as const,
    plans: noCallLimits,
    phoneCountries: ['AU'],
  }
  const recordings: RecordingsDeps = { db, clock, jobs, log, sealing, recordings: parts.recordings, soundObjects: null }
  const onUndelivered = async (trx: Parameters<typeof stepAfterUndelivered>[1], messageId: number) => {
    await stepAfterUndelivered(incidents, trx, messageId)
    await noteTextUndelivered(trx, messageId, clock.now())
  }
  const delivery = {
    ...deps,
    mail,
    texts,
    onUndelivered,
    onFallback: (trx: Parameters<typeof noteFallback>[1], messages: Parameters<typeof noteFallback>[2]) =>
      noteFallback(deps, trx, messages),
    isStillNeeded: async (messageId: number) =>
      (await isAlertStillNeeded(db, messageId)) && isTextOfTryNeeded(db, messageId),
    push: scriptedPush(),
    timeouts: DELIVERY_TIMEOUTS,
  }
  const handlers = [...deliveryHandlers(delivery), ...recordingHandlers(recordings)]
  const dispatcher = createDispatcher({ ...deps, db: parts.dispatching })
  const dialHandlers = {
    care: careDialHandler(deps),
    alert: alertDialHandler(incidents),
    test: testDialHandler(deps),
    voice: voiceDialHandler(deps),
  }
  const alertDialler = createAlertDialler(incidents)
  const withoutJob = messagePollLoops(delivery)
  const pollers: Record<PollName, () => Promise<unknown>> = {
    async dispatching() {
      dispatcher.wake()
    },
    reconciling: () => reconcileDials(deps, dialHandlers),
    cancelling: () => cancelAtProvider(deps),
    notification: () => advanceIncidents(incidents),
    alerting: () => alertDialler.poll(),
    cancellingRings: () => cancelRingingAlerts(incidents),
    watching: () => notifyOfLateCalls(deps),
    jobs: () => runDueJobs(parts.queue, handlers, clock.now()),
    messagesWithoutJob: () => Promise.all(withoutJob.loops.map(({ poll }) => poll(() => false))),
    recordings: () => maintainRecordings(recordings),
    lostTexts: () => findLostTexts(deps, texts),
  }
  const polling = new Set<PollName>()
  const process: CareProcess = {
    life,
    isReady: false,
    compareClock: () => void within(life, watch.compare),
    deps,
    facts: {
      calls: careProviderEvents(deps),
      alerts: alertProviderEvents(incidents),
      texts: textProviderEvents({ ...deps, onUndelivered }),
      inbound: inboundProviderEvents(deps),
      recordings: recordingProviderEvents(recordings),
    },
    poll(poll) {
      if (life.isDead || !process.isReady || polling.has(poll)) return
      polling.add(poll)
      void within(life, pollers[poll])
        .catch((error) => parts.onError(life, poll, error))
        .finally(() => polling.delete(poll))
    },
    serve: (work) => within(life, work),
  }
  void within(life, async () => {
    await compareClosely(watch)
    process.isReady = true
  })
  return process
}

/** A slow answer says little about the clock: the product compares again half a minute later. */
async function compareClosely(watch: ClockWatch): Promise<void> {
  for (;;) {
    const askedAt = performance.now()
    await watch.compare()
    if (watch.aheadMs() !== null && performance.now() - askedAt < CLOSE_MS) return
    await new Promise((resolve) => setTimeout(resolve, CLOSE_MS))
  }
}

const CLOSE_MS = 1_000
