import type { JobHandler, JobOptions, Jobs } from '#server/platform/work/jobs.ts'

export interface SentJob extends JobOptions {
  name: string
  payload: object
}

/** A job engine that does nothing by itself: it remembers what was sent, and works when the test says so. */
export interface ScriptedJobs extends Jobs {
  /** What was sent and not yet run, oldest first. */
  readonly sent: SentJob[]
  /** Runs everything that is due at `now`, and what that sends, until nothing is due. A failed job throws its error. */
  runDue(handlers: readonly JobHandler[], now: Date): Promise<void>
}

export function scriptedJobs(): ScriptedJobs {
  const sent: SentJob[] = []
  const remember = ({ name }: { name: string }, payload: object, options: JobOptions = {}) => {
    // The data of a job crosses the database as JSON.
    sent.push({ name, payload: JSON.parse(JSON.stringify(payload)), ...options })
  }
  return {
    sent,
    send: async (_trx, job, payload, options) => remember(job, payload, options),
    sendAll: async (_trx, job, items) => {
      for (const { payload, ...options } of items) remember(job, payload, options)
    },
    async runDue(handlers, now) {
      for (;;) {
        const index = sent.findIndex(({ startAfter }) => startAfter === undefined || startAfter <= now)
        const [due] = index < 0 ? [] : sent.splice(index, 1)
        if (!due) return
        const handler = handlers.find(({ job }) => job.name === due.name)
        if (!handler) throw new Error(`Nobody handles the job ${due.name}`)
        const [error] = await handler.handle([due.payload])
        if (error) throw error
      }
    },
  }
}
