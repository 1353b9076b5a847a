import type { z } from 'zod'
import type { Db } from './database.ts'

/** A kind of background work: its name in the queue and the shape of what it is told. */
export interface JobDefinition<Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
}

export function defineJob<Payload>(name: string, payload: z.ZodType<Payload>): JobDefinition<Payload> {
  return { name, payload }
}

export interface SendOptions {
  startAfter?: Date
  /** Higher goes first among the jobs that are due. */
  priority?: number
}

/** Sends work to the background. */
export interface Jobs {
  /** Inside a transaction the job exists exactly if the transaction commits. */
  send<Payload>(db: Db, job: JobDefinition<Payload>, payload: Payload, options?: SendOptions): Promise<void>
}

/** Does the work of one kind of job. It runs at least once: twice must not matter. */
export interface JobWorker<Payload = unknown> {
  job: JobDefinition<Payload>
  handle(payload: Payload): Promise<void>
}
