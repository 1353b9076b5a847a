import { setTimeout as pause } from 'node:timers/promises'
import {
  fromKysely,
  type JobPollingOptions,
  type JobWithMetadata,
  PgBoss,
  type Queue,
  type WorkConcurrencyOptions,
} from 'pg-boss'
import { z } from 'zod'
import { codeOf } from '../database/connection/database-error.ts'
import type { ListenTimeouts } from '../database/connection/keep-listening.ts'
import { ANSWER_MARGIN_MS } from '../database/database.ts'
import { withLogFacts } from '../health/log-context.ts'
import type { Logger } from '../health/logger.ts'
import { inSpan } from '../health/tracing.ts'
import { bossDatabase } from './boss-database.ts'
import { eachJob, type JobDefinition, type JobHandler, type Jobs } from './jobs.ts'
import { type ScheduledWork, scheduleKey } from './scheduled-work.ts'

/** How many jobs of a kind are due and wait for a worker, and how many were given up within the last hour. */
export interface QueueState {
  name: string
  waiting: number
  failed: number
}

/** Work that was tried as often as its kind allows, in vain. */
export interface DeadLetter {
  /** The kind of job, or the name of scheduled work. */
  name: string
  payload: object
}

export interface JobEngine extends Jobs {
  /** Starts working on the given kinds. Without it this process only enqueues. */
  work(handlers: readonly JobHandler[]): Promise<void>
  /** Runs each kind now and by its schedule, one run of a kind at a time among all workers. What is not named any more ends. */
  schedule(works: readonly ScheduledWork[]): Promise<void>
  /** Hands over what was given up, at least once each. */
  onDeadLetter(handle: (letter: DeadLetter) => Promise<void>): Promise<void>
  /** Whether the engine answered lately. */
  check(): Promise<void>
  /** As the engine counted them last: every few seconds, while a worker runs. */
  queues(): Promise<QueueState[]>
  stop(): Promise<void>
}

/** How often a worker polls for jobs that have become due; NOTIFY wakes it for immediate ones, not for delayed ones. */
const POLL_SECONDS = 0.5
/** Scheduled work that is retried, and dead letters, can wait. */
const SLOW_POLL_SECONDS = 5
/** How long a stopping engine waits for running jobs. */
const STOP_TIMEOUT_MS = 10_000
/** One poll for each letter would take minutes where every kind of work is given up. They are handed over again if one fails. */
const LETTERS_AT_ONCE = 20
const DEAD_LETTERS = 'dead-letters'
const SCHEDULED_WORK = 'scheduled-work'
/** Five more tries in about eight minutes: an outage that is longer is one that a person should know of. */
const SCHEDULED_SETTINGS = { retryLimit: 5, retryDelaySeconds: 15 }
/**
 * So long a run may take: moving recordings into a store, or sealing a large database with a new key, takes hours. After
 * that another run begins beside it. That a worker died is noticed in seconds by its heartbeat.
 */
const SCHEDULED_RUN_SECONDS = 3 * 3600
/** Kinds of scheduled work that one process does side by side: a long one keeps the others waiting no longer than it must. */
const SCHEDULED_AT_ONCE = 4
/** unique_violation (of the catalogue), duplicate_schema, duplicate_table, duplicate_object */
const ALREADY_MADE = new Set(['23505', '42P06', '42P07', '42710'])
const scheduledPayload = z.object({ work: z.string() })

/**
 * Several processes may start at once on a database that has no jobs yet. One makes the schema; another, which had found nothing
 * before it waited for pg-boss's lock, still believes that and fails on what is there now. It finds it the second time.
 */
async function startOrJoin(boss: PgBoss): Promise<void> {
  try {
    await boss.start()
  } catch (error) {
    if (!ALREADY_MADE.has(codeOf(error) ?? '')) throw error
    await boss.start()
  }
}

/** pg-boss on the same database with a small pool, since callers enqueue in their transaction. Crashed jobs are handed on in ten seconds. */
export async function startJobEngine({
  url,
  statementTimeoutMs = 30_000,
  timeouts,
  jobs,
  log,
}: {
  url: string
  /** A statement of the engine that takes longer fails, also when the server is out of reach. */
  statementTimeoutMs?: number
  /** How soon a LISTEN connection that went dark is noticed; left out, as suits a real network. */
  timeouts?: ListenTimeouts
  /** Every kind that is sent or worked on. */
  jobs: readonly Omit<JobDefinition<object>, 'payload'>[]
  log: Logger
}): Promise<JobEngine> {
  const database = bossDatabase({ url, statementTimeoutMs, log, ...(timeouts && { timeouts }) })
  const boss = new PgBoss({
    db: database,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.error({ err: error }, 'Job engine failed'))
  await startOrJoin(boss)
  // Kept until it is read, however long that takes.
  await makeQueue(boss, DEAD_LETTERS, { retryLimit: 20, retryDelaySeconds: 60 })
  await makeQueue(boss, SCHEDULED_WORK, SCHEDULED_SETTINGS, {
    ...{ policy: 'exclusive', deadLetter: DEAD_LETTERS },
    expireInSeconds: SCHEDULED_RUN_SECONDS,
  })
  for (const job of jobs) await makeQueue(boss, job.name, job, { deadLetter: DEAD_LETTERS })
  let isStopped = false
  return {
    async send(trx, job, payload, { startAfter, priority } = {}) {
      // pg-boss refuses a priority that is there but undefined.
      const wanted = { ...(startAfter && { startAfter }), ...(priority !== undefined && { priority }) }
      await boss.send(job.name, payload, { db: fromKysely(trx), ...wanted })
    },
    async sendAll(trx, job, items) {
      if (items.length === 0) return
      const rows = items.map(({ payload, startAfter, priority }) => ({ data: payload, startAfter, priority }))
      await boss.insert(job.name, rows, { db: fromKysely(trx) })
    },
    async work(handlers) {
      for (const handler of handlers) await workOn(boss, handler, log)
    },
    async schedule(works) {
      for (const { key } of await boss.getSchedules(SCHEDULED_WORK)) {
        if (!works.some(({ name }) => scheduleKey(name) === key)) await boss.unschedule(SCHEDULED_WORK, key)
      }
      for (const { name, cron } of works) {
        const once = { singletonKey: name }
        await boss.schedule(SCHEDULED_WORK, cron, { work: name }, { key: scheduleKey(name), ...once })
        await boss.send(SCHEDULED_WORK, { work: name }, once)
      }
      const run = async ({ work: name }: z.output<typeof scheduledPayload>): Promise<void> => {
        const work = works.find((each) => each.name === name)
        // Of another release, whose workers know it.
        if (!work) throw new Error(`There is no scheduled work "${name}"`)
        await work.run(() => isStopped)
      }
      const job = { name: SCHEDULED_WORK, payload: scheduledPayload, ...SCHEDULED_SETTINGS }
      await workOn(boss, eachJob(job, run, { batchSize: 1 }), log, {
        localConcurrency: SCHEDULED_AT_ONCE,
        ...polledEvery(SLOW_POLL_SECONDS),
      })
    },
    async onDeadLetter(handle) {
      await boss.work(
        DEAD_LETTERS,
        {
          includeMetadata: true,
          batchSize: LETTERS_AT_ONCE,
          burstWhenBatchFull: true,
          ...polledEvery(SLOW_POLL_SECONDS),
        },
        async (letters: JobWithMetadata<object>[]) => {
          for (const { data, sourceName } of letters) {
            const scheduled = sourceName === SCHEDULED_WORK ? scheduledPayload.parse(data).work : null
            await handle({ name: scheduled ?? sourceName ?? DEAD_LETTERS, payload: data })
          }
        },
      )
    },
    async check() {
      if (!(await boss.isInstalled())) throw new Error('The job engine is not installed.')
    },
    async queues() {
      const queues = await boss.getQueues(jobs.map(({ name }) => name))
      return queues
        .map(({ name, readyCount, failedCount }) => ({ name, waiting: readyCount, failed: failedCount }))
        .sort((one, other) => one.name.localeCompare(other.name))
    },
    async stop() {
      isStopped = true
      const stopped = boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }).then(() => database.close())
      // A connection that went dark takes no leave, and pg waits for it.
      await Promise.race([stopped, pause(STOP_TIMEOUT_MS + ANSWER_MARGIN_MS, undefined, { ref: false })])
    },
  }
}

function polledEvery(seconds: number): JobPollingOptions {
  return { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds }
}

async function makeQueue(
  boss: PgBoss,
  name: string,
  { retryLimit, retryDelaySeconds }: Pick<JobDefinition<object>, 'retryLimit' | 'retryDelaySeconds'>,
  { policy, ...others }: Pick<Queue, 'policy' | 'deadLetter' | 'expireInSeconds'> = {},
): Promise<void> {
  const settings = {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 300,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3600,
    notify: true,
    ...others,
  }
  await boss.createQueue(name, { ...settings, ...(policy === undefined ? {} : { policy }) })
  await boss.updateQueue(name, settings)
}

async function workOn(
  boss: PgBoss,
  { job, batchSize, handle }: JobHandler,
  log: Logger,
  options: WorkConcurrencyOptions & JobPollingOptions = polledEvery(POLL_SECONDS),
): Promise<void> {
  await boss.work<object>(
    job.name,
    {
      ...options,
      batchSize,
      perJobResults: true,
      burstWhenBatchFull: true,
    },
    async (jobs) => {
      const errors = await withLogFacts({ job: job.name }, () =>
        inSpan(`job ${job.name}`, { attributes: { 'cooee.jobs': jobs.length } }, () =>
          handle(jobs.map((each) => each.data)),
        ),
      )
      return jobs.map((each, index) => {
        const error = errors[index]
        if (!error) return { id: each.id, status: 'completed' as const }
        log.warn({ err: error, job: job.name, jobId: each.id }, 'Job failed; retrying')
        return { id: each.id, status: 'failed' as const, output: { message: error.message } }
      })
    },
  )
}
