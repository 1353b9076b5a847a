import { pino } from 'pino'
import { z } from 'zod'
import { openDatabase } from '#server/platform/database/database.ts'
import { startJobEngine } from '#server/platform/work/job-engine.ts'
import { defineJob } from '#server/platform/work/jobs.ts'
import { type Distribution, distribution } from './distribution.ts'

const emptyJob = defineJob('empty', z.object({ number: z.number() }))
const JOBS_AT_ONCE = 1000
const BATCH = 100 // as the place-call handler takes them

export interface BareEngineResult {
  jobsPerSecond: number
  latenessMs: Distribution
}

/**
 * The job engine alone, with the product's settings and a handler that does nothing: what could be reached at most if
 * calls left one job at a time. Lateness is counted from the due time to the start of the handler.
 */
export async function benchBareEngine(
  databaseUrl: string,
  { count, leadMs }: { count: number; leadMs: number },
): Promise<BareEngineResult> {
  const db = openDatabase(databaseUrl)
  const engine = await startJobEngine({ url: databaseUrl, jobs: [emptyJob], log: pino({ level: 'error' }) })
  const startedAt = new Map<number, number>()
  const all = Promise.withResolvers<void>()
  try {
    await engine.work([
      {
        job: emptyJob as unknown as Parameters<typeof engine.work>[0][number]['job'],
        batchSize: BATCH,
        async handle(payloads) {
          const now = Date.now()
          for (const payload of payloads) startedAt.set(emptyJob.payload.parse(payload).number, now)
          if (startedAt.size === count) all.resolve()
          return payloads.map(() => null)
        },
      },
    ])
    const due = new Date(Date.now() + leadMs)
    for (let done = 0; done < count; done += JOBS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(JOBS_AT_ONCE, count - done) }, (_, index) => done + index)
      const items = numbers.map((number) => ({ payload: { number }, startAfter: due }))
      await engine.sendAll(db, emptyJob, items)
    }
    if (Date.now() > due.getTime()) throw new Error('The jobs were not enqueued before they were due')
    await all.promise
    const lateness = [...startedAt.values()].map((at) => at - due.getTime())
    return {
      jobsPerSecond: (count * 1000) / Math.max(...lateness),
      latenessMs: distribution(lateness),
    }
  } finally {
    await engine.stop()
    await db.destroy()
  }
}
