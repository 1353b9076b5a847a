import { setTimeout as pause } from 'node:timers/promises'
import { type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { ANSWER_MARGIN_MS, CONNECTION_SETTINGS, type Db } from './database.ts'
import { withLogFacts } from './log-context.ts'
import type { Logger } from './logger.ts'
import { inSpan } from './tracing.ts'

/** A kind of work, its payload's shape, and how stubbornly it is tried again. */
export interface JobDefinition<Payload extends object> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  /** Seconds before the first new try; later tries wait longer, up to five minutes. */
  readonly retryDelaySeconds: number
  readonly retryLimit: number
}

export function defineJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  { retryDelaySeconds = 2, retryLimit = 20 }: { retryDelaySeconds?: number; retryLimit?: number } = {},
): JobDefinition<Payload> {
  return { name, payload, retryDelaySeconds, retryLimit }
}

export interface JobOptions {
  /** Not before this instant. */
  startAfter?: Date
  /** Higher goes first among the jobs that are due. */
  priority?: number
}

/** Enqueues work in the caller's transaction: the job exists exactly if the change that asked for it does. */
export interface Jobs {
  send<Payload extends object>(
    trx: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: JobOptions,
  ): Promise<void>
  sendAll<Payload extends object>(
    trx: Db,
    job: JobDefinition<Payload>,
    items: readonly ({ payload: Payload } & JobOptions)[],
  ): Promise<void>
}

/** Does one kind of work. Runs at least once for every job: running it twice must not matter. */
export interface JobHandler {
  readonly job: JobDefinition<object>
  /** Handles a batch; resolves with the error of each payload that failed and must be tried again. */
  handle(payloads: readonly object[]): Promise<readonly (Error | null)[]>
  readonly batchSize: number
}

/** A handler for jobs that are independent of each other and cheap to run side by side. */
export function eachJob<Payload extends object>(
  job: JobDefinition<Payload>,
  handle: (payload: Payload) => Promise<void>,
  { batchSize = 10 }: { batchSize?: number } = {},
): JobHandler {
  return {
    job: job as unknown as JobDefinition<object>,
    batchSize,
    handle: (payloads) =>
      Promise.all(
        payloads.map(async (payload) => {
          try {
            await handle(job.payload.parse(payload))
            return null
          } catch (error) {
            return error instanceof Error ? error : new Error(String(error))
          }
        }),
      ),
  }
}

/** How many jobs of a kind are due and wait for a worker, and how many were given up within the last hour. */
export interface QueueState {
  name: string
  waiting: number
  failed: number
}

export interface JobEngine extends Jobs {
  /** Starts working on the given kinds. Without it this process only enqueues. */
  work(handlers: readonly JobHandler[]): Promise<void>
  /** Whether the engine answered lately. */
  check(): Promise<void>
  /** As the engine counted them last: every few seconds, while a worker runs. */
  queues(): Promise<QueueState[]>
  stop(): Promise<void>
}

/** How often a worker looks for jobs that have become due; NOTIFY wakes it for immediate ones, not for delayed ones. */
const POLL_SECONDS = 0.5
/** So long jobs under way are waited for when the engine stops. */
const GRACE_MS = 10_000

/**
 * pg-boss on the same database. Its own pool is small: enqueueing goes through the caller's transaction.
 * A crashed worker's jobs are handed on after about ten seconds (heartbeat), not after the default quarter of an hour.
 */
export async function startJobEngine({
  url,
  statementTimeoutMs = 30_000,
  jobs,
  log,
  options = {},
}: {
  url: string
  /** A statement of the engine that takes longer fails, also when the server is out of reach. */
  statementTimeoutMs?: number
  /** Every kind that is sent or worked on. */
  jobs: readonly Omit<JobDefinition<object>, 'payload'>[]
  log: Logger
  options?: Partial<ConstructorOptions>
}): Promise<JobEngine> {
  // Its pool is pg's own and takes these too. No limit for locks: processes that start at once wait for each other.
  const connection = {
    ...CONNECTION_SETTINGS,
    connectionString: url,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
  }
  const boss = new PgBoss({
    ...connection,
    max: 4,
    application_name: 'cooee-jobs',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    ...options,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine'))
  await boss.start()
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 300,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 3600,
      notify: true,
    }
    await boss.createQueue(job.name, settings)
    await boss.updateQueue(job.name, settings)
  }
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
      const stopped = boss.stop({ graceful: true, timeout: GRACE_MS })
      // A connection that went dark takes no leave, and pg waits for it.
      await Promise.race([stopped, pause(GRACE_MS + ANSWER_MARGIN_MS, undefined, { ref: false })])
    },
  }
}

async function workOn(boss: PgBoss, { job, batchSize, handle }: JobHandler, log: Logger): Promise<void> {
  await boss.work<object>(
    job.name,
    {
      batchSize,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
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
        log.warn({ err: error, job: job.name, jobId: each.id }, 'job will be tried again')
        return { id: each.id, status: 'failed' as const, output: { message: error.message } }
      })
    },
  )
}
