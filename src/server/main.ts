import { collectDefaultMetrics, Registry } from 'prom-client'
import { watchClock } from '#server/platform/clock/clock-watch.ts'
import { type Db, openDatabase } from '#server/platform/database/database.ts'
import { startTracing } from '#server/platform/health/tracing.ts'
import { type JobEngine, startJobEngine } from '#server/platform/work/job-engine.ts'
import { numbersOf } from './adapters/telephony/phone-account.ts'
import { twilioOwnNumbers } from './adapters/telephony/twilio/twilio-own-number.ts'
import { twilioTime } from './adapters/telephony/twilio/twilio-time.ts'
import { buildFeatures } from './composition/build-features.ts'
import { buildListeningSide, portOf } from './composition/listening-side.ts'
import { LOOPBACK, listen, localPortOf, sandboxAddressOf } from './composition/local-port.ts'
import { ownVersion } from './composition/own-version.ts'
import { screensFromReplica } from './composition/screens-from-replica.ts'
import type { ServerConfig } from './composition/server-config.ts'
import { watchedParts } from './composition/watched-parts.ts'
import { startWorkers, type Workers } from './composition/workers/start-workers.ts'
import { workerSide } from './composition/workers/worker-side.ts'
import { sendResetLinkJob, verifyAllUnasked } from './features/accounts/public.ts'
import { syncSubscriptionJob } from './features/billing/public.ts'
import { placeCallJob } from './features/calls/public.ts'
import { addPaces, type FailoverDeps, noticeFailover, numbersDialledFrom } from './features/dialling/public.ts'
import { removeMadeUpForecasts } from './features/hot-days/public.ts'
import { noteNumbers } from './features/loved-ones/public.ts'
import { DELIVERY_JOBS } from './features/messages/public.ts'
import { RECORDING_JOBS, warnOfMissingStore } from './features/recordings/public.ts'
import { summariseTalkJob } from './features/talks/public.ts'
import { changeFeed } from './platform/changes/change-feed.ts'
import { listenForChanges } from './platform/changes/listen-for-changes.ts'
import { changeNotifier } from './platform/changes/notify-changes.ts'
import type { Listening } from './platform/database/connection/keep-listening.ts'
import { reachDatabase } from './platform/database/connection/reach-database.ts'
import { createSealing, type Sealing } from './platform/sealing/sealing.ts'

export interface Server {
  db: Db
  jobs: JobEngine
  sealing: Sealing
  /** Where it listens; null for a worker without a HEALTH_PORT. */
  address: string | null
  /** Where this machine reads /metrics and plays on the sandbox; null where nothing listens. */
  localAddress: string | null
  /** Claims no further call, finishes the dials under way, answers what was asked, then stops. */
  stop(): Promise<void>
}

/** The composition root: starts what `composition/` puts together, in order, and stops it in order. */
export async function startServer(given: ServerConfig): Promise<Server> {
  const { env, role, log } = given
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const isTraced = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  const tracing = isTraced ? await startTracing({ publicUrl: env.PUBLIC_URL, role, version: ownVersion(), log }) : null
  const changes = changeNotifier(() => db, log)
  const statementTimeoutMs = env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000
  const poolSize = env.DATABASE_POOL_SIZE
  const directUrl = given.databaseDirectUrl ?? given.databaseUrl
  let failover: FailoverDeps | null = null
  // A fail-over ends every connection. The first new one notices it, before a callback takes what it finds for the truth.
  const beforeFirstUse = async (connection: Db) => {
    if (failover) await noticeFailover(connection, failover)
  }
  const db: Db = openDatabase(given.databaseUrl, {
    poolSize,
    statementTimeoutMs,
    isPooled: given.databaseDirectUrl !== undefined,
    isTraced,
    log,
    beforeFirstUse,
    onChanged: changes.notify,
  })
  const config = withEveryNumber(given, () => numbersDialledFrom(db))
  const clockWatch = watchClock({
    database: () => db,
    providerTime: twilioTime(config.twilio),
    log,
    machine: config.clock,
  })
  config.outage?.watch(() => reachDatabase(config.databaseUrl), log)
  const jobs = await startJobEngine({
    url: directUrl,
    statementTimeoutMs,
    jobs: [
      placeCallJob,
      ...Object.values(DELIVERY_JOBS),
      sendResetLinkJob,
      ...RECORDING_JOBS,
      syncSubscriptionJob,
      summariseTalkJob,
    ],
    log,
  })
  const sealing = createSealing({ current: env.ENCRYPTION_KEY, old: env.ENCRYPTION_KEYS_OLD }, log)
  const features = await buildFeatures(config, { db, jobs, clock: clockWatch.clock, sealing, metrics })
  const { care, recordings, talks } = features
  let workers: Workers | null = null
  const ownFeed = changeFeed()
  const replica = role === 'worker' ? null : screensFromReplica(config, { db, feed: ownFeed })
  const feed = replica?.feed ?? ownFeed
  let listener: Listening | null = null
  const watched = watchedParts(config, jobs, features, { metrics, clockWatch, dispatcher: () => workers?.dispatcher })
  const sandboxAddress = () => (localAddress === null ? null : sandboxAddressOf(env, localAddress))
  const { app, localApp } = await buildListeningSide(config, jobs, features, {
    changes: feed,
    replica: replica ?? undefined,
    sandboxAddress,
    ...watched,
  })
  let localAddress: string | null = null
  const stop = async () => {
    // First of all: a call that is dialled while the requests are drained would find nobody to say what it says.
    clockWatch.stop()
    await workers?.stop()
    // Their calls go on while requests are still answered.
    await talks?.stop()
    await app?.close()
    await localApp?.close()
    await listener?.stop()
    await jobs.stop()
    await changes.stop()
    await replica?.stop()
    await db.destroy()
    await tracing?.stop()
  }
  try {
    await clockWatch.compare()
    failover = care
    await noticeFailover(db, care).catch((err) => {
      log.error({ err }, 'Database fail-over not handled yet; nothing is dialled until it is')
    })
    const ownNumbers = numbersOf(config.twilio)
    await addPaces(db, ownNumbers)
    const { moved, returned } = await noteNumbers(db, ownNumbers)
    if (moved > 0) log.warn({ moved }, 'Loved ones whose number of ours is gone are rung from another one')
    if (returned > 0) log.warn({ returned }, 'Loved ones whose number is listed again are rung from it again')
    if (!env.EMAIL_VERIFICATION) await verifyAllUnasked(db)
    if (!features.forecast?.isMadeUp) await removeMadeUpForecasts(db)
    if (recordings.soundObjects === null) await warnOfMissingStore(db, (words) => log.error(words))
    if (role !== 'worker') listener = listenForChanges({ url: directUrl, feed, log })
    // Listening comes first: a call must not be dialled while nobody could take its callbacks.
    localAddress = localApp ? await listen(localApp, localPortOf(env, portOf(config)), LOOPBACK, 'LOCAL_PORT') : null
    const portName = role === 'worker' ? 'HEALTH_PORT' : 'PORT'
    const address = app ? await listen(app, portOf(config), env.HOST, portName) : null
    if (role !== 'web')
      workers = await startWorkers(workerSide(config, jobs, features, { onChanged: changes.notify, beforeFirstUse }))
    // A real number is the operator's: what it asks is not changed by a start.
    if (config.isSandbox && role !== 'worker') await pointSandboxNumber(config)
    return { db, jobs, sealing, address, localAddress, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What may have been sent from a number that is ours no more is still looked up. */
function withEveryNumber(
  { messaging, ...config }: ServerConfig,
  everyNumber: () => Promise<readonly string[]>,
): ServerConfig {
  const twilio = { ...config.twilio, everyNumber }
  return { ...config, twilio, ...(messaging && { messaging: { ...messaging, everyNumber } }) }
}

/** Calls and texts to the sandbox's number reach this server. Cooee works without that, so a start does too. */
async function pointSandboxNumber({ twilio, env, log }: ServerConfig): Promise<void> {
  const outcome = await twilioOwnNumbers({ voice: twilio }).pointAt(env.PUBLIC_URL)
  if (outcome.kind !== 'pointed')
    log.warn(outcome, 'Number of the phone sandbox not pointed at Cooee; nobody can ring or write to it')
}
