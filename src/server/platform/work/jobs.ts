import type { z } from 'zod'
import type { Db } from '../database/database.ts'

/** A kind of work, its payload's shape, and how often it is retried. */
export interface JobDefinition<Payload extends object> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  /** Seconds before the first new try; later tries wait longer, up to five minutes. */
  readonly retryDelaySeconds: number
  readonly retryLimit: number
}

/** Names a queue, what its jobs carry, and how often a job that throws is repeated. */
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
  /** Handles a batch; resolves with the error of each payload that failed and must be retried. */
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
