import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { JobHandler, Jobs } from '#server/platform/work/jobs.ts'

/** How long a dead worker keeps a job, as in the job engine. */
const HANDED_ON_AFTER_MS = 10_000
const BATCH_SIZE = 20
/** Jobs that only wake the dispatcher: the rounds find what is due without them. */
const WAKE_UP = 'place-call'
/** A statement for the simulated database alone: the job is there once the transaction that sends it has committed. */
const enqueue = (name: string, payload: string, startAfterMs: number): RawBuilder<unknown> =>
  sql`enqueue simulated job ${name}, ${payload}, ${startAfterMs}`
export const ENQUEUE = 'enqueue simulated job $1, $2, $3'

interface QueuedJob {
  readonly id: number
  readonly name: string
  readonly payload: object
  startAfterMs: number
}

/** The jobs of all processes, since the job engine has a clock that no test can move: sent in a transaction, run at least once. */
export interface JobQueue {
  /** Takes the parameters of an `ENQUEUE` that was committed. */
  add(parameters: readonly unknown[]): void
  /** The jobs that are due; another worker gets them later unless they are finished in time. */
  claim(now: Date): QueuedJob[]
  finish(id: number): void
  /** When the next one is due. */
  nextAt(): Date | null
}

export function jobQueue(): JobQueue {
  const queued = new Map<number, QueuedJob>()
  let ids = 0
  return {
    add([name, payload, startAfterMs]) {
      ids += 1
      const job = { id: ids, name: String(name), payload: JSON.parse(String(payload)) }
      queued.set(ids, { ...job, startAfterMs: Number(startAfterMs) })
    },
    claim(now) {
      const due = [...queued.values()]
        .filter(({ startAfterMs }) => startAfterMs <= now.getTime())
        .sort((one, other) => one.startAfterMs - other.startAfterMs || one.id - other.id)
        .slice(0, BATCH_SIZE)
      for (const job of due) job.startAfterMs = now.getTime() + HANDED_ON_AFTER_MS
      return due
    },
    finish(id) {
      queued.delete(id)
    },
    nextAt() {
      if (queued.size === 0) return null
      return new Date(Math.min(...[...queued.values()].map(({ startAfterMs }) => startAfterMs)))
    },
  }
}

/** Sends jobs as the product's job engine does, in the transaction of the caller. */
export function simulatedJobs(now: () => Date): Jobs {
  const add = async (trx: Db, name: string, payload: object, startAfter = now()) => {
    if (name !== WAKE_UP) await enqueue(name, JSON.stringify(payload), startAfter.getTime()).execute(trx)
  }
  return {
    send: (trx, job, payload, options = {}) => add(trx, job.name, payload, options.startAfter),
    async sendAll(trx, job, items) {
      for (const { payload, startAfter } of items) await add(trx, job.name, payload, startAfter)
    },
  }
}

/** Runs the jobs that are due, each in a worker of its own. Returns how many there were. */
export async function runDueJobs(queue: JobQueue, handlers: readonly JobHandler[], now: Date): Promise<number> {
  const due = queue.claim(now)
  await Promise.all(
    due.map(async ({ id, name, payload }) => {
      const handler = handlers.find(({ job }) => job.name === name)
      if (!handler) throw new Error(`Nobody handles the job ${name}`)
      const [error] = await handler.handle([payload])
      if (!error) queue.finish(id)
    }),
  )
  return due.length
}
